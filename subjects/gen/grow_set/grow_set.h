// A set of numbers that grows. Thread-safe.
#pragma once

#include <algorithm>
#include <cstddef>
#include <mutex>
#include <vector>

class GrowSet {
 public:
  bool Insert(int value) {
    std::unique_lock<std::mutex> lock(mutex_);
    if (Holds(value)) return false;
    if (items_.size() == room_) {
      std::vector<int> larger = items_;
      const std::size_t room = room_ * 2;
      lock.unlock();
      larger.reserve(room);  // may take long: not under the lock
      lock.lock();
      items_ = std::move(larger);  // planted: what others inserted meanwhile is lost
      room_ = room;
    }
    items_.push_back(value);
    return true;
  }

  bool Remove(int value) {
    const std::lock_guard<std::mutex> lock(mutex_);
    const auto at = std::find(items_.begin(), items_.end(), value);
    if (at == items_.end()) return false;
    items_.erase(at);
    return true;
  }

  bool Contains(int value) const {
    const std::lock_guard<std::mutex> lock(mutex_);
    return Holds(value);
  }

  std::size_t Size() const {
    const std::lock_guard<std::mutex> lock(mutex_);
    return items_.size();
  }

 private:
  bool Holds(int value) const { return std::find(items_.begin(), items_.end(), value) != items_.end(); }

  mutable std::mutex mutex_;
  std::vector<int> items_;
  std::size_t room_ = 4;
};
