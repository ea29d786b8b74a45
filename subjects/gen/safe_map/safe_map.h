// A map with a lock. Thread-safe. No fault is known.
#pragma once

#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

class SafeMap {
 public:
  bool Insert(const std::string& key, int value) {
    const std::lock_guard<std::mutex> lock(mutex_);
    return values_.emplace(key, value).second;
  }
  bool Erase(const std::string& key) {
    const std::lock_guard<std::mutex> lock(mutex_);
    return values_.erase(key) > 0;
  }
  std::optional<int> Find(const std::string& key) const {
    const std::lock_guard<std::mutex> lock(mutex_);
    const auto found = values_.find(key);
    if (found == values_.end()) return std::nullopt;
    return found->second;
  }
  std::vector<std::string> Keys() const {
    const std::lock_guard<std::mutex> lock(mutex_);
    std::vector<std::string> keys;
    for (const auto& [key, value] : values_) keys.push_back(key);
    return keys;
  }
  std::size_t Size() const {
    const std::lock_guard<std::mutex> lock(mutex_);
    return values_.size();
  }

 private:
  mutable std::mutex mutex_;
  std::map<std::string, int> values_;
};
