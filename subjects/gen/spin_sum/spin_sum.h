// A sum behind a spin lock.
#pragma once

#include <atomic>

class SpinSum {
 public:
  void Add(int number) {
    Lock();
    sum_ += number;
    Unlock();
  }

  int Sum() const {
    Lock();
    const int out = sum_;
    Unlock();
    return out;
  }

 private:
  void Lock() const {
    while (taken_.exchange(true, std::memory_order_acquire)) {
    }
  }
  void Unlock() const { taken_.store(false, std::memory_order_relaxed); }  // planted: nothing is released

  mutable std::atomic<bool> taken_{false};
  int sum_ = 0;
};
