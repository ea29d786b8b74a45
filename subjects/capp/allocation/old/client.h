// A thread's view of the vector: it allocates some blocks, uses them and gives them back.
#pragma once
#include <mutex>
#include <vector>

#include "allocation_vector.h"

constexpr int kMostHeld = 8;
constexpr int kNoBlock = -1;
constexpr int kAllocatedTwice = -2;
constexpr int kFreedTwice = -3;

// What all clients did, for the report at the end.
class Statistics {
 public:
  void attach();
  void allocated(int block);
  void freed(int block);
  void starved();
  int balance();

 private:
  std::mutex mutex_;
  int clients_ = 0;
  int allocated_ = 0;
  int freed_ = 0;
  int starved_ = 0;
  int lastBlock_ = 0;
};

class Client {
 public:
  Client(AllocationVector& vector, Statistics& statistics) : vector_(vector), statistics_(statistics) {}

  void run(int rounds, int blocks);
  int result() const { return result_; }

 private:
  bool allocate();
  void release();

  AllocationVector& vector_;
  [[maybe_unused]] Statistics& statistics_;
  int held_[kMostHeld] = {};
  int holds_ = 0;
  int result_ = 0;
};
