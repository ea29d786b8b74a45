// Who may do what. Every user has a lock of his own; thread-safe.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>

class RightsTable {
 public:
  void Grant(const std::string& user, int right) {
    User& entry = Entry(user);
    const std::lock_guard<std::mutex> lock(entry.mutex);
    entry.rights.insert(right);
  }

  bool Revoke(const std::string& user, int right) {
    User& entry = Entry(user);
    const std::lock_guard<std::mutex> lock(entry.mutex);
    return entry.rights.erase(right) > 0;
  }

  bool Allowed(const std::string& user, int right) const {
    const User& entry = const_cast<RightsTable*>(this)->Entry(user);
    const std::lock_guard<std::mutex> lock(entry.mutex);
    return entry.rights.contains(right);
  }

  // Gives one user the rights of another.
  void Copy(const std::string& from, const std::string& to) {
    User &giver = Entry(from), &taker = Entry(to);
    if (&giver == &taker) return;
    const std::lock_guard<std::mutex> lock(giver.mutex);
    if (giver.rights.empty()) return;
    const std::lock_guard<std::mutex> other(taker.mutex);  // planted: the other way round by another thread
    taker.rights.insert(giver.rights.begin(), giver.rights.end());
  }

 private:
  struct User {
    mutable std::mutex mutex;
    std::set<int> rights;
  };
  User& Entry(const std::string& user) {
    const std::lock_guard<std::mutex> lock(mutex_);
    auto& entry = users_[user];
    if (entry == nullptr) entry = std::make_unique<User>();
    return *entry;
  }

  std::mutex mutex_;
  std::map<std::string, std::unique_ptr<User>> users_;
};
