#include "filters.h"

void ProtocolCodecFilter::filterWrite(NextFilter& next, Session& session, int message) {
  log_.log(session, "write");
  session.increaseIdleCount();
#ifndef FAULT_ONLY
  if (session.attribute("bypass") != 0) {
    next.filterWrite(session, MessageWriteRequest(message));
    return;
  }
#endif
  encoder_.encode(session, message, kFragments);
  flushWithoutFuture(next, session);
  next.filterWrite(session, MessageWriteRequest(message));
  log_.log(session, "written");
}

void ProtocolCodecFilter::flushWithoutFuture(NextFilter& next, Session& session) {
  MessageQueue& queue = session.queue();
  for (;;) {
    IoBuffer* encoded = queue.poll();
    if (encoded == nullptr) break;
    if (encoded->remaining() > 0) next.filterWrite(session, WriteRequest(encoded));
  }
}
