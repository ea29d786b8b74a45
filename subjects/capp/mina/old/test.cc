// Two threads write a message each to one session: every encoded message goes down the chain exactly once.
#include <cassert>
#include <thread>

#include "filters.h"

int main() {
  Session session;
  LoggingFilter log;
  ProtocolEncoder encoder;
  ProtocolCodecFilter codec(log, encoder);
  NextFilter next;
  session.setAttribute("bypass", 0);
  std::thread a(&ProtocolCodecFilter::filterWrite, &codec, std::ref(next), std::ref(session), 1);
  std::thread b(&ProtocolCodecFilter::filterWrite, &codec, std::ref(next), std::ref(session), 2);
  a.join();
  b.join();
  assert(next.sent() == 2);
#ifndef FAULT_ONLY
  assert(session.writtenMessages() == 2);
  assert(log.events() == 4);
#endif
}
