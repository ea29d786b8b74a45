#include <thread>

#include "common.h"

static void worker(ProtocolCodecFilter* pc, NextFilter* nf, Session* s) { pc->filterWrite(*nf, *s); }

int main() {
  ProtocolCodecFilter pc;
  NextFilter nf;
  Session s;
  std::thread t1(worker, &pc, &nf, &s), t2(worker, &pc, &nf, &s);
  t1.join();
  t2.join();
}
