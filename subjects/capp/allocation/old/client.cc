#include "client.h"

void Statistics::attach() {
  std::lock_guard<std::mutex> guard(mutex_);
  clients_++;
}

void Statistics::allocated(int block) {
  std::lock_guard<std::mutex> guard(mutex_);
  allocated_++;
  lastBlock_ = block;
}

void Statistics::freed(int block) {
  std::lock_guard<std::mutex> guard(mutex_);
  freed_++;
  lastBlock_ = block;
}

void Statistics::starved() {
  std::lock_guard<std::mutex> guard(mutex_);
  starved_++;
}

int Statistics::balance() {
  std::lock_guard<std::mutex> guard(mutex_);
  return allocated_ - freed_;
}

void Client::run(int rounds, int blocks) {
#ifndef FAULT_ONLY
  statistics_.attach();
  if (statistics_.balance() < 0) return;
#endif
  for (int round = 0; round < rounds && result_ == 0; round++) {
    for (int i = 0; i < blocks && result_ == 0; i++)
#ifdef FAULT_ONLY
      allocate();
#else
      if (!allocate()) statistics_.starved();
#endif
    while (holds_ > 0 && result_ == 0) release();
  }
}

bool Client::allocate() {
  int block;
  try {
    std::lock_guard<std::recursive_mutex> guard(vector_.monitor());
    block = vector_.getFreeBlockIndex();
    if (block == kNoBlock) return false;
    vector_.markAsAllocatedBlock(block);
  } catch (const std::logic_error&) {
    result_ = kAllocatedTwice;
    return false;
  }
  held_[holds_++] = block;
#ifndef FAULT_ONLY
  statistics_.allocated(block);
#endif
  return true;
}

void Client::release() {
  int block = held_[--holds_];
  try {
    vector_.markAsFreeBlock(block);
  } catch (const std::logic_error&) {
    result_ = kFreedTwice;
  }
#ifndef FAULT_ONLY
  statistics_.freed(block);
#endif
}
