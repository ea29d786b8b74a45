// How much work was done. Thread-safe.
#pragma once

#include <atomic>

struct Load {
  int jobs = 0;
  int cost = 0;
};

class LoadStats {
 public:
  void Done(int cost) {
    jobs_.fetch_add(1);
    cost_.fetch_add(cost);
  }

  // planted: the two numbers are read one after the other.
  Load Now() const {
    Load out;
    out.jobs = jobs_.load();
    out.cost = cost_.load();
    return out;
  }

 private:
  std::atomic<int> jobs_{0}, cost_{0};
};
