#include "resources.h"

void Updater::run() {
  std::lock_guard<std::mutex> one(first_.lock);
  first_.value = 1;
  std::lock_guard<std::mutex> two(second_.lock);
  second_.value = 2;
}

void Reader::run() {
  std::lock_guard<std::mutex> one(first_.lock);
  sum_ = first_.value;
  std::lock_guard<std::mutex> two(second_.lock);
  sum_ += second_.value;
}
