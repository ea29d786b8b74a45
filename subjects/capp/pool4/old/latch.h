// What a borrower waits for: an idle object, or the leave to make one.
#pragma once
#include <condition_variable>
#include <mutex>

#include "keyed_factory.h"

class Latch {
 public:
  explicit Latch(int key) : key_(key) {}

  int key() const { return key_; }
  void serve(Connection* connection);  // null: it may make one
  void await();
  bool served();
  Connection* connection();

 private:
  const int key_;
  std::mutex mutex_;
  std::condition_variable served_;
  Connection* connection_ = nullptr;
  bool mayCreate_ = false;
};
