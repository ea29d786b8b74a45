// Amounts in boxes, a lock for each box.
#pragma once

#include <array>
#include <mutex>

class Vault {
 public:
  static constexpr unsigned kBoxes = 4;

  void Put(unsigned box, int amount) {
    Box& one = boxes_[box % kBoxes];
    const std::lock_guard<std::mutex> lock(one.mutex);
    one.amount += amount;
  }

  int Amount(unsigned box) const {
    const Box& one = boxes_[box % kBoxes];
    const std::lock_guard<std::mutex> lock(one.mutex);
    return one.amount;
  }

  void Move(unsigned from, unsigned to, int amount) {
    if (from % kBoxes == to % kBoxes) return;
    Box &source = boxes_[from % kBoxes], &target = boxes_[to % kBoxes];
    const std::lock_guard<std::mutex> first(source.mutex);  // planted: two moves in opposite directions
    const std::lock_guard<std::mutex> second(target.mutex);
    source.amount -= amount;
    target.amount += amount;
  }

 private:
  struct Box {
    mutable std::mutex mutex;
    int amount = 0;
  };
  std::array<Box, kBoxes> boxes_;
};
