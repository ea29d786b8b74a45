#include "buffer.h"

void Buffer::put(int item) {
  std::unique_lock<std::mutex> lock(monitor_);
  while (full()) changed_.wait(lock);
  slots_[in_] = item;
  in_ = (in_ + 1) % static_cast<int>(slots_.size());
  used_++;
  changed_.notify_one();
}

int Buffer::get() {
  std::unique_lock<std::mutex> lock(monitor_);
  while (empty()) changed_.wait(lock);
  int item = slots_[out_];
  out_ = (out_ + 1) % static_cast<int>(slots_.size());
  used_--;
  changed_.notify_one();
  return item;
}
