// Lets as many callers through as tokens were given. Thread-safe.
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>

class Turnstile {
 public:
  void Give(int tokens) {
    if (tokens <= 0) return;
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      tokens_ += tokens;
    }
    given_.notify_one();  // planted: with two tokens two may go through, but one is woken
  }

  void Pass() {
    std::unique_lock<std::mutex> lock(mutex_);
    given_.wait(lock, [this] { return tokens_ > 0; });
    --tokens_;
  }

  bool PassWithin(std::chrono::milliseconds time) {
    std::unique_lock<std::mutex> lock(mutex_);
    if (!given_.wait_for(lock, time, [this] { return tokens_ > 0; })) return false;
    --tokens_;
    return true;
  }

 private:
  std::mutex mutex_;
  std::condition_variable given_;
  int tokens_ = 0;
};
