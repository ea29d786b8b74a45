// A connection to a server, used by many threads.
#pragma once

#include <mutex>
#include <string>
#include <vector>

class Session {
 public:
  bool Connect() {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (state_ != State::kNew) return false;
    state_ = State::kConnected;
    return true;
  }

  bool Login(const std::string& user) {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (state_ != State::kConnected || user.empty()) return false;
    user_ = user;
    state_ = State::kLoggedIn;
    return true;
  }

  bool Send(const std::string& text) {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (state_ != State::kLoggedIn) return false;
    if (text.empty()) {
      ++refused_;
      return false;
    }
    pending_.push_back(text);
    return true;
  }

  std::size_t Close() {
    std::size_t lost = 0;
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      if (state_ == State::kNew) return 0;
      lost = pending_.size();
      pending_.clear();
      state_ = State::kNew;
    }
    if (lost >= 2) refused_ = 0;  // planted: outside the lock, and only with messages that were not sent
    return lost;
  }

  bool Connected() const {
    const std::lock_guard<std::mutex> lock(mutex_);
    return state_ != State::kNew;
  }

  std::string User() const {
    const std::lock_guard<std::mutex> lock(mutex_);
    return user_;
  }

  std::size_t Pending() const {
    const std::lock_guard<std::mutex> lock(mutex_);
    return pending_.size();
  }

 private:
  enum class State { kNew, kConnected, kLoggedIn };
  mutable std::mutex mutex_;
  State state_ = State::kNew;
  std::string user_;
  std::vector<std::string> pending_;
  int refused_ = 0;
};
