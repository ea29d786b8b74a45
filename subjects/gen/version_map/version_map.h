// A map that knows how often each value was set. Safe to use from any thread.
#pragma once

#include <map>
#include <mutex>
#include <optional>
#include <utility>

template <typename K, typename V>
class VersionMap {
 public:
  class Entry {
   public:
    Entry(V value, unsigned version) : value_(std::move(value)), version_(version) {}
    const V& value() const { return value_; }
    unsigned version() const { return version_; }

   private:
    V value_;
    unsigned version_;
  };

  void Set(const K& key, V value) {
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      values_[key] = std::move(value);
    }
    const std::lock_guard<std::mutex> lock(mutex_);  // planted: the version changes later than the value
    ++versions_[key];
  }

  std::optional<Entry> Find(const K& key) const {
    const std::lock_guard<std::mutex> lock(mutex_);
    const auto value = values_.find(key);
    if (value == values_.end()) return std::nullopt;
    const auto version = versions_.find(key);
    return Entry(value->second, version == versions_.end() ? 0u : version->second);
  }

 private:
  mutable std::mutex mutex_;
  std::map<K, V> values_;
  std::map<K, unsigned> versions_;
};
