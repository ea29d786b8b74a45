// Hands messages to a handler that can be replaced at any time. Thread-safe.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <vector>

class Dispatcher {
 public:
  using Handler = std::function<void(int)>;

  void SetHandler(Handler handler) {
    auto fresh = std::make_shared<Handler>(std::move(handler));
    const std::lock_guard<std::mutex> lock(mutex_);
    handler_ = std::move(fresh);
  }

  void Post(std::unique_ptr<int> message) {
    if (message == nullptr) return;
    const std::lock_guard<std::mutex> lock(mutex_);
    queue_.push_back(std::move(message));
  }

  int Flush() {
    std::vector<std::unique_ptr<int>> messages;
    Handler* handler = nullptr;
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      messages.swap(queue_);
      handler = handler_.get();  // planted: a plain pointer, used after the lock
    }
    if (handler == nullptr) return 0;
    for (const auto& message : messages) (*handler)(*message);
    return static_cast<int>(messages.size());
  }

  bool Idle() const {
    const std::lock_guard<std::mutex> lock(mutex_);
    return queue_.empty();
  }

 private:
  mutable std::mutex mutex_;
  std::shared_ptr<Handler> handler_;
  std::vector<std::unique_ptr<int>> queue_;
};
