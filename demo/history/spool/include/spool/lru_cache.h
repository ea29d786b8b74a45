// Values by key, the least recently used one given up when there are too many. All members may be called by any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <list>
#include <map>
#include <mutex>
#include <optional>
#include <utility>

namespace spool {

template <typename Key, typename Value>
class LruCache {
 public:
  explicit LruCache(std::size_t capacity) : capacity_(capacity == 0 ? 1 : capacity) {}
  LruCache(const LruCache&) = delete;
  LruCache& operator=(const LruCache&) = delete;

  std::optional<Value> Get(const Key& key) {
    std::lock_guard<std::mutex> lock(mutex_);
    return Find(key);
  }

  // Replaces what is there.
  void Put(const Key& key, Value value) {
    std::lock_guard<std::mutex> lock(mutex_);
    Insert(key, std::move(value));
  }

  // The cached value, or what `load` returns. A missing value is loaded once, however many threads ask for it.
  Value GetOrLoad(const Key& key, const std::function<Value(const Key&)>& load) {
    std::lock_guard<std::mutex> lock(mutex_);
    if (std::optional<Value> known = Find(key)) return *known;
    Value value = load(key);
    Insert(key, value);
    return value;
  }

  std::size_t size() const {
    std::lock_guard<std::mutex> lock(mutex_);
    return entries_.size();
  }
  std::size_t capacity() const { return capacity_; }
  std::uint64_t hits() const {
    std::lock_guard<std::mutex> lock(mutex_);
    return hits_;
  }
  std::uint64_t misses() const {
    std::lock_guard<std::mutex> lock(mutex_);
    return misses_;
  }

 private:
  using Entries = std::list<std::pair<Key, Value>>;  // most recently used first

  std::optional<Value> Find(const Key& key) {
    const auto found = index_.find(key);
    if (found == index_.end()) {
      ++misses_;
      return std::nullopt;
    }
    ++hits_;
    entries_.splice(entries_.begin(), entries_, found->second);
    return found->second->second;
  }

  void Insert(const Key& key, Value value) {
    if (const auto found = index_.find(key); found != index_.end()) {
      found->second->second = std::move(value);
      entries_.splice(entries_.begin(), entries_, found->second);
      return;
    }
    entries_.emplace_front(key, std::move(value));
    index_[key] = entries_.begin();
    if (entries_.size() <= capacity_) return;
    index_.erase(entries_.back().first);
    entries_.pop_back();
  }

  const std::size_t capacity_;
  mutable std::mutex mutex_;
  Entries entries_;
  std::map<Key, typename Entries::iterator> index_;
  std::uint64_t hits_ = 0, misses_ = 0;
};

}  // namespace spool
