#include "allocation_vector.h"

int AllocationVector::getFreeBlockIndex() {
  std::lock_guard<std::recursive_mutex> guard(monitor_);
  for (int i = 0; i < static_cast<int>(blocks_.size()); i++)
    if (blocks_[i] == 'F') return i;
  return -1;
}

void AllocationVector::markAsAllocatedBlock(int index) {
  std::lock_guard<std::recursive_mutex> guard(monitor_);
  if (blocks_[index] == 'A') throw std::logic_error("block is allocated");
  blocks_[index] = 'A';
}

void AllocationVector::markAsFreeBlock(int index) {
  std::lock_guard<std::recursive_mutex> guard(monitor_);
  if (blocks_[index] == 'F') throw std::logic_error("block is free");
  blocks_[index] = 'F';
}
