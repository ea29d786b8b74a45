// Counts, without a lock. Thread-safe. No fault is known.
#pragma once

#include <atomic>

class SafeCounter {
 public:
  int Add(int amount) { return count_.fetch_add(amount) + amount; }
  bool AddIfBelow(int limit) {
    int seen = count_.load();
    while (seen < limit)
      if (count_.compare_exchange_weak(seen, seen + 1)) return true;
    return false;
  }
  void Reset() { count_.store(0); }
  int Get() const { return count_.load(std::memory_order_relaxed); }

 private:
  std::atomic<int> count_{0};
};
