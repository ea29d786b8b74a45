// The filter chain's parts that a written message passes.
#pragma once
#include <atomic>
#include <string>

#include "session.h"
#include "write_request.h"

class NextFilter {
 public:
  void filterWrite(Session& session, const WriteRequest& request);
  void filterWrite(Session& session, const MessageWriteRequest& request);
  int sent() const { return sent_.load(); }

 private:
  std::atomic<int> sent_{0};
  std::atomic<int> done_{0};
};

class LoggingFilter {
 public:
  void log(Session& session, const char* event);
  int events() const { return events_.load(); }

 private:
  std::atomic<int> events_{0};
};

class ProtocolEncoder {
 public:
  void encode(Session& session, int message, int fragments);
};

class ProtocolCodecFilter {
 public:
  ProtocolCodecFilter(LoggingFilter& log, ProtocolEncoder& encoder) : log_(log), encoder_(encoder) {}

  void filterWrite(NextFilter& next, Session& session, int message);

 private:
  static constexpr int kFragments = 1;

  void flushWithoutFuture(NextFilter& next, Session& session);

  LoggingFilter& log_;
  ProtocolEncoder& encoder_;
};
