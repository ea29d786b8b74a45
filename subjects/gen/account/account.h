// Money that several threads put in and take out. Thread-safe.
#pragma once

#include <mutex>

class Account {
 public:
  explicit Account(int balance) : balance_(balance) {}

  void Deposit(int amount) {
    const std::lock_guard<std::mutex> lock(mutex_);
    balance_ += amount;
  }

  // False: there is not enough. The balance never gets below zero by it.
  bool Withdraw(int amount) {
    if (Balance() < amount) return false;  // planted: checked in one critical section, taken in another
    const std::lock_guard<std::mutex> lock(mutex_);
    balance_ -= amount;
    return true;
  }

  int Balance() const {
    const std::lock_guard<std::mutex> lock(mutex_);
    return balance_;
  }

 private:
  mutable std::mutex mutex_;
  int balance_;
};
