// A ring between two threads, without locks. Only one thread may call Push, and only one thread may call Pop.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>

class SafePipe {
 public:
  bool Push(int number) {
    const std::size_t at = written_.load(std::memory_order_relaxed);
    if (at - read_.load(std::memory_order_acquire) == ring_.size()) return false;
    ring_[at % ring_.size()] = number;
    written_.store(at + 1, std::memory_order_release);
    return true;
  }

  bool Pop(int& number) {
    const std::size_t at = read_.load(std::memory_order_relaxed);
    if (at == written_.load(std::memory_order_acquire)) return false;
    number = ring_[at % ring_.size()];
    read_.store(at + 1, std::memory_order_release);
    return true;
  }

 private:
  std::array<int, 4> ring_{};
  std::atomic<std::size_t> written_{0}, read_{0};
};
