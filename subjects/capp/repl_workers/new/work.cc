#include "work.h"

void Results::add(int number) {
  std::lock_guard<std::mutex> guard(mutex_);
  count_++;
  sum_ += number;
}

int Results::count() {
  std::lock_guard<std::mutex> guard(mutex_);
  return count_;
}
