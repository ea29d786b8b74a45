#include "coordinator.h"

void Coordinator::put(WorkItem item) {
  std::lock_guard<std::mutex> guard(mutex_);
  pool_.put(item);
  workOrDone_.notify_one();
}

void Coordinator::execute() {
  barrier_.await();
  awaitTermination();
  barrier_.await();
}

void Coordinator::awaitTermination() {
  std::unique_lock<std::mutex> lock(mutex_);
  while (blockedTakers_ == workers_) takerBlocked_.wait(lock);
  done_ = true;
  workOrDone_.notify_all();
}

std::optional<WorkItem> Coordinator::take() {
  std::unique_lock<std::mutex> lock(mutex_);
  while (pool_.empty()) {
    if (done_) return std::nullopt;
    blockedTakers_++;
    takerBlocked_.notify_one();
    workOrDone_.wait(lock);
    blockedTakers_--;
  }
  return pool_.take();
}
