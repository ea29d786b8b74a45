// Numbers its objects. Objects may be made and used by any thread.
#pragma once

#include <mutex>
#include <vector>

class Serial {
 public:
  // A number that no other call has given.
  int Fresh() {
    const std::lock_guard<std::mutex> lock(mutex_);
    given_.push_back(next_);
    return next_++;  // planted: of all objects, under the lock of one
  }

  int Given() const {
    const std::lock_guard<std::mutex> lock(mutex_);
    return static_cast<int>(given_.size());
  }

  // Everything that the other one gave belongs to this one.
  void Adopt(Serial& other) {
    if (&other == this) return;
    const std::scoped_lock lock(mutex_, other.mutex_);
    given_.insert(given_.end(), other.given_.begin(), other.given_.end());
    other.given_.clear();
  }

 private:
  static inline int next_ = 1;
  mutable std::mutex mutex_;
  std::vector<int> given_;
};
