// How much work was done, with numbers about the lock. Thread-safe.
#pragma once

#include <mutex>

struct Report {
  int jobs = 0;
  int cost = 0;
  int waits = 0;  // callers that found the lock taken so far: says something about the machine, not about the work
};

inline bool operator==(const Report& a, const Report& b) { return a.jobs == b.jobs && a.cost == b.cost; }

class SafeStats {
 public:
  void Done(int cost) {
    const std::lock_guard<Lock> lock(lock_);
    ++jobs_;
    cost_ += cost;
  }

  Report Now() const {
    const std::lock_guard<Lock> lock(lock_);
    return {jobs_, cost_, lock_.waits};
  }

 private:
  struct Lock {
    void lock() {
      const bool taken = !mutex.try_lock();
      if (taken) mutex.lock();
      waits += taken;
    }
    void unlock() { mutex.unlock(); }
    std::mutex mutex;
    int waits = 0;
  };
  mutable Lock lock_;
  int jobs_ = 0, cost_ = 0;
};
