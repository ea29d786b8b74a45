#include "sorter.h"

void Progress::begin(int pass) {
  std::lock_guard<std::mutex> guard(mutex_);
  begun_++;
  if (pass > highest_) highest_ = pass;
}

void Progress::end(int) {
  std::lock_guard<std::mutex> guard(mutex_);
  finished_++;
}

int Progress::finished() {
  std::lock_guard<std::mutex> guard(mutex_);
  return finished_;
}

void Journal::note(int pass, const char* event) {
  std::lock_guard<std::mutex> guard(mutex_);
  entries_++;
  lastPass_ = pass;
  lastEvent_ = event;
}

void BubbleSorter::run([[maybe_unused]] int pass) {
#ifndef FAULT_ONLY
  journal_.note(pass, "ready");
  progress_.begin(pass);
  journal_.note(pass, "sorts");
#endif
  sortPass();
#ifndef FAULT_ONLY
  progress_.end(pass);
  journal_.note(pass, "done");
#endif
}

void BubbleSorter::sortPass() {
  for (int i = 0; i + 1 < size(); i++)
    if (array_[i] > array_[i + 1]) swapConsecutive(i);
}

void BubbleSorter::swapConsecutive(int index) {
  int kept = array_[index];
  array_[index] = array_[index + 1];
  array_[index + 1] = kept;
}
