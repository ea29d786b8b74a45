// Holds things that can only be moved; may be used by many threads at once.
#pragma once

#include <cassert>
#include <cstddef>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

template <typename T>
class Holder {
 public:
  void Put(T thing) {
    const std::lock_guard<std::mutex> lock(mutex_);
    things_.push_back(std::move(thing));
  }

  T Take() {
    if (Empty()) return T();
    const std::lock_guard<std::mutex> lock(mutex_);
    assert(!things_.empty());  // planted: somebody else may have taken the last one
    T out = std::move(things_.back());
    things_.pop_back();
    return out;
  }

  bool Empty() const {
    const std::lock_guard<std::mutex> lock(mutex_);
    return things_.empty();
  }

  std::size_t Count() const {
    const std::lock_guard<std::mutex> lock(mutex_);
    return things_.size();
  }

 private:
  mutable std::mutex mutex_;
  std::vector<T> things_;
};
