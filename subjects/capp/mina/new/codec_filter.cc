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
  MessageQueue& queue = session.queue();
  while (!queue.isEmpty()) {
    IoBuffer* encoded = queue.poll();
    WriteRequest request(encoded);
    if (request.message()->remaining() > 0) next.filterWrite(session, request);
  }
  next.filterWrite(session, MessageWriteRequest(message));
  log_.log(session, "written");
}
