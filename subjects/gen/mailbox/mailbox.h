// One letter at a time: Send waits until the box is empty, Receive until it is full. Thread-safe.
#pragma once

#include <condition_variable>
#include <mutex>

class Mailbox {
 public:
  void Send(int letter) {
    std::unique_lock<std::mutex> lock(mutex_);
    changed_.wait(lock, [this] { return !full_; });
    letter_ = letter;
    full_ = true;
    changed_.notify_one();
  }

  int Receive() {
    std::unique_lock<std::mutex> lock(mutex_);
    while (!full_) {
      lock.unlock();  // planted: between here and the wait, the letter may come
      lock.lock();
      changed_.wait(lock);
    }
    full_ = false;
    changed_.notify_one();
    return letter_;
  }

  bool Full() const {
    const std::lock_guard<std::mutex> lock(mutex_);
    return full_;
  }

 private:
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  int letter_ = 0;
  bool full_ = false;
};
