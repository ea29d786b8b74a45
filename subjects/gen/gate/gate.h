// A gate that is opened once; whoever waits goes through then. Thread-safe.
#pragma once

#include <atomic>
#include <condition_variable>
#include <mutex>

class Gate {
 public:
  void Open() {
    open_ = true;  // planted: not under the lock, so a waiter may sleep through it
    changed_.notify_all();
  }

  void Wait() {
    std::unique_lock<std::mutex> lock(mutex_);
    while (!open_) changed_.wait(lock);
  }

  bool IsOpen() const { return open_; }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::atomic<bool> open_{false};
};
