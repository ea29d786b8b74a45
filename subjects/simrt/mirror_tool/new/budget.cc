#include "budget.h"

bool Budget::Take(long bytes) {
  if (left_ <= 0) return false;
  std::lock_guard<std::mutex> lock(mutex_);
  if (left_ < bytes) {
    ++refused_;
    return false;
  }
  left_ -= bytes;
  return true;
}

void Budget::Give(long bytes) {
  std::lock_guard<std::mutex> lock(mutex_);
  left_ += bytes;
}

long Budget::Left() const {
  std::lock_guard<std::mutex> lock(mutex_);
  return left_;
}

long Budget::Refused() const {
  std::lock_guard<std::mutex> lock(mutex_);
  return refused_;
}
