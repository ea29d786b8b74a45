// A buffer of limited size between producers and consumers, one monitor for both.
#pragma once
#include <condition_variable>
#include <mutex>
#include <vector>

class Buffer {
 public:
  explicit Buffer(int size) : slots_(size) {}

  void put(int item);
  int get();

 private:
  bool full() const { return used_ == static_cast<int>(slots_.size()); }
  bool empty() const { return used_ == 0; }

  std::mutex monitor_;
  std::condition_variable changed_;
  std::vector<int> slots_;
  int in_ = 0;
  int out_ = 0;
  int used_ = 0;
};
