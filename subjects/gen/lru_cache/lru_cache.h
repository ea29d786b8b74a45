// A cache that forgets what was used least recently. Thread-safe: every method may be called from any thread.
#pragma once

#include <cstddef>
#include <list>
#include <mutex>
#include <optional>
#include <unordered_map>
#include <utility>

namespace spool {

template <typename Key, typename Value>
class LruCache {
 public:
  explicit LruCache(std::size_t capacity = 2) : capacity_(capacity) {}

  void Put(const Key& key, Value value) {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (capacity_ == 0) return;
    if (const auto found = places_.find(key); found != places_.end()) {
      found->second->second = std::move(value);
      entries_.splice(entries_.begin(), entries_, found->second);
      return;
    }
    if (count_ == capacity_) Drop();
    entries_.emplace_front(key, std::move(value));
    places_[key] = entries_.begin();
    ++count_;
  }

  std::optional<Value> Get(const Key& key) {
    const std::lock_guard<std::mutex> lock(mutex_);
    const auto found = places_.find(key);
    if (found == places_.end()) return std::nullopt;
    entries_.splice(entries_.begin(), entries_, found->second);
    return found->second->second;
  }

  bool Contains(const Key& key) const {
    const std::lock_guard<std::mutex> lock(mutex_);
    return places_.count(key) > 0;
  }

  void Clear() {
    const std::lock_guard<std::mutex> lock(mutex_);
    entries_.clear();
    places_.clear();
    count_ = 0;
  }

  std::size_t Size() const { return count_; }  // planted: not under the lock
  std::size_t Capacity() const { return capacity_; }

 private:
  void Drop() {
    places_.erase(entries_.back().first);
    entries_.pop_back();
    --count_;
  }

  const std::size_t capacity_;
  std::size_t count_ = 0;
  mutable std::mutex mutex_;
  std::list<std::pair<Key, Value>> entries_;
  std::unordered_map<Key, typename std::list<std::pair<Key, Value>>::iterator> places_;
};

}  // namespace spool
