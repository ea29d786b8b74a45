// Idle connections by user. Everything under one lock; who finds none has one made.
#pragma once
#include <deque>
#include <map>
#include <memory>
#include <mutex>

#include "connection.h"

class KeyedPool {
 public:
  KeyedPool(Driver& driver, int maxIdle, int maxActive) : driver_(driver), maxIdle_(maxIdle), maxActive_(maxActive) {}

  std::unique_ptr<Connection> borrow(const Credentials& key);  // null: exhausted
  void giveBack(std::unique_ptr<Connection> connection);
  void invalidate(std::unique_ptr<Connection> connection);
  void clear();
  int numActive() const;
  int numIdle(const Credentials& key) const;

 private:
  Driver& driver_;
  const int maxIdle_, maxActive_;
  mutable std::mutex lock_;
  std::map<Credentials, std::deque<std::unique_ptr<Connection>>> idle_;
  int active_ = 0;
};
