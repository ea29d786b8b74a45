// Prices that many read and few change. Thread-safe.
#pragma once

#include <map>
#include <mutex>
#include <shared_mutex>
#include <string>

class PriceBoard {
 public:
  void Set(const std::string& good, double price) {
    const std::unique_lock<std::shared_mutex> lock(mutex_);
    prices_[good] = price;
  }

  double Price(const std::string& good) const {
    const std::shared_lock<std::shared_mutex> lock(mutex_);
    ++asked_;  // planted: a write under the shared lock
    const auto found = prices_.find(good);
    return found == prices_.end() ? 0 : found->second;
  }

  int Asked() const {
    const std::unique_lock<std::shared_mutex> lock(mutex_);
    return asked_;
  }

 private:
  mutable std::shared_mutex mutex_;
  std::map<std::string, double> prices_;
  mutable int asked_ = 0;
};
