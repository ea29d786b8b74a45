#include "latch.h"

void Latch::serve(Connection* connection) {
  std::lock_guard<std::mutex> guard(mutex_);
  connection_ = connection;
  mayCreate_ = connection == nullptr;
  served_.notify_one();
}

void Latch::await() {
  std::unique_lock<std::mutex> lock(mutex_);
  served_.wait(lock);
}

bool Latch::served() {
  std::lock_guard<std::mutex> guard(mutex_);
  return connection_ != nullptr || mayCreate_;
}

Connection* Latch::connection() {
  std::lock_guard<std::mutex> guard(mutex_);
  return connection_;
}
