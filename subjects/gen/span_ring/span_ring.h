// A ring buffer for blocks of numbers. Thread-safe.
#pragma once

#include <cstddef>
#include <mutex>
#include <span>

class SpanRing {
 public:
  // How many numbers had room.
  std::size_t Write(std::span<const int> numbers) {
    const std::lock_guard<std::mutex> lock(mutex_);
    std::size_t done = 0;
    for (; done < numbers.size() && used_ < kRoom; ++done, ++used_) slots_[(first_ + used_) % kRoom] = numbers[done];
    return done;
  }

  std::size_t Read(std::span<int> numbers) {
    std::size_t done = 0;
    bool wrapped = false;
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      for (; done < numbers.size() && used_ > 0; ++done, --used_) {
        numbers[done] = slots_[first_];
        first_ = (first_ + 1) % kRoom;
        wrapped |= first_ == 0;
      }
    }
    if (wrapped) ++wraps_;  // planted: outside the lock
    return done;
  }

  std::size_t Used() const {
    const std::lock_guard<std::mutex> lock(mutex_);
    return used_;
  }

 private:
  static constexpr std::size_t kRoom = 3;
  mutable std::mutex mutex_;
  int slots_[kRoom] = {};
  std::size_t first_ = 0, used_ = 0;
  int wraps_ = 0;
};
