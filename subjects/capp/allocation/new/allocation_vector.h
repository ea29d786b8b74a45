// A vector of blocks, each free ('F') or allocated ('A'). Every method holds the vector's monitor; monitor() lets a client
// make several calls one step.
#pragma once
#include <mutex>
#include <stdexcept>
#include <vector>

class AllocationVector {
 public:
  explicit AllocationVector(int blocks) : blocks_(blocks, 'F') {}

  int getFreeBlockIndex();             // -1: none
  void markAsAllocatedBlock(int index);  // throws if it is allocated
  void markAsFreeBlock(int index);       // throws if it is free
  std::recursive_mutex& monitor() { return monitor_; }

 private:
  std::recursive_mutex monitor_;
  std::vector<char> blocks_;
};
