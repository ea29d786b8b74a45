// A stack of at most eight numbers. Thread-safe.
#pragma once

#include <cassert>
#include <cstddef>
#include <mutex>

class WorkStack {
 public:
  // False: the stack is full.
  bool Push(int number) {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (size_ == kMost) return false;
    numbers_[size_++] = number;
    return true;
  }

  // False: the stack is empty.
  bool Pop(int& number) {
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      if (size_ == 0) return false;
    }
    const std::lock_guard<std::mutex> lock(mutex_);  // planted: it may have become empty in between
    assert(size_ > 0);
    number = numbers_[--size_];
    return true;
  }

  std::size_t Size() const {
    const std::lock_guard<std::mutex> lock(mutex_);
    return size_;
  }

 private:
  static constexpr std::size_t kMost = 8;
  mutable std::mutex mutex_;
  int numbers_[kMost] = {};
  std::size_t size_ = 0;
};
