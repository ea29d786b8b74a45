// Calls everybody who wants to know.
#pragma once

#include <cstddef>
#include <functional>
#include <mutex>
#include <vector>

namespace wires {

class EventBus {
 public:
  using Handler = std::function<void(int)>;

  std::size_t Subscribe(Handler handler) {
    const std::lock_guard<std::mutex> lock(mutex_);
    handlers_.push_back(std::move(handler));
    return handlers_.size();
  }

  void DropLast() {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (!handlers_.empty()) handlers_.pop_back();
  }

  // How many were called. They are called without the lock, so that they may subscribe others.
  std::size_t Publish(int event) {
    const std::size_t count = Size();
    for (std::size_t i = 0; i < count; ++i) At(i)(event);  // planted: dropped meanwhile
    return count;
  }

  std::size_t Size() const {
    const std::lock_guard<std::mutex> lock(mutex_);
    return handlers_.size();
  }

 private:
  Handler At(std::size_t i) const {
    const std::lock_guard<std::mutex> lock(mutex_);
    return handlers_.at(i);
  }

  mutable std::mutex mutex_;
  std::vector<Handler> handlers_;
};

}  // namespace wires
