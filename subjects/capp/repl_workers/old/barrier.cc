#include "barrier.h"

void Barrier::await() {
  std::unique_lock<std::mutex> lock(mutex_);
  const unsigned phase = phase_;
  if (++arrived_ == parties_) {
    arrived_ = 0;
    phase_++;
    opened_.notify_all();
    return;
  }
  while (phase_ == phase) opened_.wait(lock);
}
