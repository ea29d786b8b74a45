// Numbers that are given out once each. Lock-free and thread-safe.
#pragma once

#include <atomic>

class Ticket {
 public:
  int Next() {
    const int number = next_.load();  // planted: two threads may load the same
    next_.store(number + 1);
    return number;
  }

  int Issued() const { return next_.load(); }

 private:
  std::atomic<int> next_{0};
};
