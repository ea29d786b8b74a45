// Lets a fixed number of threads pass together, again and again.
#pragma once
#include <condition_variable>
#include <mutex>

class Barrier {
 public:
  explicit Barrier(int parties) : parties_(parties) {}
  void await();

 private:
  std::mutex mutex_;
  std::condition_variable opened_;
  const int parties_;
  int arrived_ = 0;
  unsigned phase_ = 0;
};
