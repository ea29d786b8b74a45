// Two ends of an interval that others read without a lock.
#pragma once

#include <atomic>
#include <mutex>
#include <utility>

class Interval {
 public:
  void Set(int low, int high) {
    const std::lock_guard<std::mutex> lock(writers_);
    low_.store(low);
    high_.store(high);
  }

  std::pair<int, int> Get() const { return {low_.load(), high_.load()}; }  // planted: one end old, one new

 private:
  std::mutex writers_;
  std::atomic<int> low_{0}, high_{0};
};
