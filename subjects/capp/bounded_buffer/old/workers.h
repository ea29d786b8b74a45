// Those who fill and empty the buffer, and the books they keep.
#pragma once
#include <atomic>

#include "buffer.h"

class Books {
 public:
  void produced(int item) { produced_.fetch_add(item); }
  void consumed(int item) { consumed_.fetch_add(item); }
  bool balanced() const { return produced_.load() == consumed_.load(); }

 private:
  std::atomic<int> produced_{0};
  std::atomic<int> consumed_{0};
};

class Producer {
 public:
  Producer(Buffer& buffer, Books& books, int first) : buffer_(buffer), books_(books), next_(first) {}
  void run(int items);

 private:
  int make() { return next_++; }

  Buffer& buffer_;
  [[maybe_unused]] Books& books_;
  int next_;
};

class Consumer {
 public:
  Consumer(Buffer& buffer, Books& books) : buffer_(buffer), books_(books) {}
  void run(int items);

 private:
  Buffer& buffer_;
  [[maybe_unused]] Books& books_;
};
