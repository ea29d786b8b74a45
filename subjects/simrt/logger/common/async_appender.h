// Hands events to a thread of its own, through a bounded queue.
#pragma once

#include <condition_variable>
#include <deque>
#include <memory>
#include <thread>

#include "appender.h"

class AsyncAppender {
 public:
  AsyncAppender(std::shared_ptr<Appender> target, std::size_t capacity);
  ~AsyncAppender();
  bool offer(const Event& event);  // false: the queue is full or closed
  void flush();
  void stop();
  long handled() const;
  long lost() const;
  std::size_t waiting() const;

 private:
  void Run();
  const std::shared_ptr<Appender> target_;
  const std::size_t capacity_;
  mutable std::mutex mu_;
  std::condition_variable changed_;
  std::deque<Event> queue_;
  bool stopping_ = false, busy_ = false;
  long handled_ = 0, lost_ = 0;
  std::thread worker_;
};
