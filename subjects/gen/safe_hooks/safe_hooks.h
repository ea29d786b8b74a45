// Functions that are called when a number changes. Thread-safe; a function may call the object again.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

class SafeHooks {
 public:
  using Hook = std::function<void(int)>;
  // Ends the subscription when it goes away.
  class [[nodiscard]] Subscription {
   public:
    Subscription(SafeHooks* owner, int id) : owner_(owner), id_(id) {}
    Subscription(Subscription&& other) noexcept : owner_(std::exchange(other.owner_, nullptr)), id_(other.id_) {}
    Subscription& operator=(Subscription&&) = delete;
    ~Subscription() {
      if (owner_ != nullptr) owner_->Remove(id_);
    }
    int id() const { return id_; }

   private:
    SafeHooks* owner_;
    int id_;
  };

  SafeHooks() { ++alive_; }
  SafeHooks(const SafeHooks&) = delete;
  ~SafeHooks() { --alive_; }

  Subscription Subscribe(Hook hook) {
    const std::lock_guard<std::mutex> lock(mutex_);
    hooks_.emplace_back(next_, std::make_shared<Hook>(std::move(hook)));
    return Subscription(this, next_++);
  }

  void Set(int value) {
    std::vector<std::shared_ptr<Hook>> hooks;
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      value_ = value;
      for (const auto& [id, hook] : hooks_) hooks.push_back(hook);
    }
    for (const auto& hook : hooks) (*hook)(value);
  }

  int Get() const {
    const std::lock_guard<std::mutex> lock(mutex_);
    return value_;
  }

  static bool AnyAlive() { return alive_.load() > 0; }

 private:
  void Remove(int id) {
    const std::lock_guard<std::mutex> lock(mutex_);
    std::erase_if(hooks_, [&](const auto& entry) { return entry.first == id; });
  }

  mutable std::mutex mutex_;
  std::vector<std::pair<int, std::shared_ptr<Hook>>> hooks_;
  int value_ = 0, next_ = 0;
  static inline std::atomic<int> alive_{0};
};
