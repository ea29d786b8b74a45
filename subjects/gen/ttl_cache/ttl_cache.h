// Values that are forgotten after a time. All methods are thread-safe.
#pragma once

#include <chrono>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

class TtlCache {
 public:
  void Put(std::string_view key, std::optional<int> value, std::chrono::milliseconds life) {
    const std::lock_guard<std::mutex> lock(mutex_);
    entries_[std::string(key)] = {value, now_ + life};
  }

  std::optional<int> Get(std::string_view key) {
    std::unique_lock<std::mutex> lock(mutex_);
    const auto at = entries_.find(std::string(key));
    if (at == entries_.end()) return std::nullopt;
    if (at->second.until >= now_) return at->second.value;
    entries_.erase(at);
    lock.unlock();
    ++expired_;  // planted: after the lock
    return std::nullopt;
  }

  void Tick(std::chrono::milliseconds step) {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (step.count() > 0) now_ += step;
  }

  std::size_t Size() const {
    const std::lock_guard<std::mutex> lock(mutex_);
    return entries_.size();
  }

  int Expired() const {
    const std::lock_guard<std::mutex> lock(mutex_);
    return expired_;
  }

 private:
  struct Entry {
    std::optional<int> value;
    std::chrono::milliseconds until{0};
  };
  mutable std::mutex mutex_;
  std::map<std::string, Entry> entries_;
  std::chrono::milliseconds now_{0};
  int expired_ = 0;
};
