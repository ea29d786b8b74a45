#include "filters.h"

void NextFilter::filterWrite(Session& session, const WriteRequest& request) {
  sent_.fetch_add(1);
  session.increaseScheduledBytes(request.message()->remaining());
}

void NextFilter::filterWrite(Session& session, const MessageWriteRequest&) {
  done_.fetch_add(1);
  session.increaseWrittenMessages();
}

void LoggingFilter::log(Session& session, const char*) {
  if (session.connected()) events_.fetch_add(1);
}

void ProtocolEncoder::encode(Session& session, int message, int fragments) {
  session.setAttribute("encoder", message);
  for (int i = 0; i < fragments; i++) session.queue().offer(8 + i);
}
