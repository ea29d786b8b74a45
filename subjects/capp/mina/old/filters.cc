#include "filters.h"

void NextFilter::filterWrite(Session& session, const WriteRequest& request) {
  sent_.fetch_add(1);
  session.increaseScheduledBytes(request.message()->remaining());
}

void NextFilter::filterWrite(Session& session, const MessageWriteRequest&) {
#ifndef FAULT_ONLY
  done_.fetch_add(1);
#endif
  session.increaseWrittenMessages();
}

void LoggingFilter::log(Session& session, const char*) {
#ifdef FAULT_ONLY
  (void)session;
#else
  if (session.connected()) events_.fetch_add(1);
#endif
}

void ProtocolEncoder::encode(Session& session, [[maybe_unused]] int message, int fragments) {
#ifndef FAULT_ONLY
  session.setAttribute("encoder", message);
#endif
  for (int i = 0; i < fragments; i++) session.queue().offer(8 + i);
}
