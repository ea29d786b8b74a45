// The encoded messages of a session, in the order in which they are to be sent: a queue for any number of threads.
#pragma once
#include <atomic>

class IoBuffer {
 public:
  int remaining() const { return remaining_.load(); }
  void fill(int bytes) { remaining_.store(bytes); }

 private:
  std::atomic<int> remaining_{0};
};

class MessageQueue {
 public:
  static constexpr unsigned kCapacity = 16;

  bool isEmpty() const;
  void offer(int bytes);
  IoBuffer* poll();  // null: empty

 private:
  std::atomic<unsigned> head_{0};
  std::atomic<unsigned> tail_{0};
  std::atomic<unsigned> reserved_{0};
  IoBuffer buffers_[kCapacity];
};
