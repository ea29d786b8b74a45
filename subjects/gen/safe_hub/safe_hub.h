// Tells everybody who subscribed. Callbacks are called without a lock, so they may call the hub. Thread-safe.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

class SafeHub {
 public:
  using Callback = std::function<void(int)>;

  int Subscribe(Callback callback) {
    const std::lock_guard<std::mutex> lock(mutex_);
    callbacks_[++last_] = std::make_shared<Callback>(std::move(callback));
    return last_;
  }

  bool Unsubscribe(int number) {
    const std::lock_guard<std::mutex> lock(mutex_);
    return callbacks_.erase(number) > 0;
  }

  void Tell(int value) {
    std::vector<std::shared_ptr<Callback>> all;
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      for (const auto& [number, callback] : callbacks_) all.push_back(callback);
      value_ = value;
    }
    for (const auto& callback : all)
      if (*callback) (*callback)(value);
  }

  int Last() const {
    const std::lock_guard<std::mutex> lock(mutex_);
    return value_;
  }

 private:
  mutable std::mutex mutex_;
  std::map<int, std::shared_ptr<Callback>> callbacks_;
  int last_ = 0, value_ = 0;
};
