// A bounded channel between threads.
#pragma once

#include <cassert>
#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <vector>

template <typename T, std::size_t N = 4>
class HandOver {
 public:
  bool TryPut(const T& item) {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (items_.size() == N) return false;
    items_.push_back(item);
    filled_.notify_all();
    return true;
  }

  T Take() {
    std::unique_lock<std::mutex> lock(mutex_);
    if (items_.empty()) filled_.wait(lock);  // planted: somebody else may be faster
    assert(!items_.empty());
    T out = items_.back();
    items_.pop_back();
    return out;
  }

  bool TryTake(T& out) {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (items_.empty()) return false;
    out = items_.back();
    items_.pop_back();
    return true;
  }

 private:
  std::mutex mutex_;
  std::condition_variable filled_;
  std::vector<T> items_;
};
