#include "event.h"

#include <cassert>

int Event::count() {
  std::lock_guard<std::mutex> guard(mutex_);
  return count_;
}

void Event::signal() {
  std::lock_guard<std::mutex> guard(mutex_);
  count_ = (count_ + 1) % kWrap;
  signalled_.notify_all();
}

int Event::waitForChange(int seen) {
  std::unique_lock<std::mutex> lock(mutex_);
  while (count_ == seen) signalled_.wait(lock);
  return count_;
}

void Event::waitForSignal(int seen) {
  std::unique_lock<std::mutex> lock(mutex_);
  assert(count_ == seen && "a signal came before the wait for it");
  while (count_ == seen) signalled_.wait(lock);
}
