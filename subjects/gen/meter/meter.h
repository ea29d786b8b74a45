// Meters that count what passes through them.
#pragma once

#include <mutex>

class MeterBase {
 public:
  virtual ~MeterBase() = default;
  void Add(long amount) {
    const std::lock_guard<std::mutex> lock(mutex_);
    total_ += Weighted(amount);
  }
  long Total() const {
    const std::lock_guard<std::mutex> lock(mutex_);
    return total_;
  }

 protected:
  virtual long Weighted(long amount) const = 0;
  mutable std::mutex mutex_;
  long total_ = 0;
};

class DoubleMeter : public MeterBase {
 public:
  explicit DoubleMeter(long start) { total_ = start; }
  void Restart(long start) { total_ = start; }  // planted: the lock of the base class is not taken

 protected:
  long Weighted(long amount) const override { return 2 * amount; }
};
