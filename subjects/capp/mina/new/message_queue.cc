#include "message_queue.h"

#include <thread>

bool MessageQueue::isEmpty() const {
  unsigned head = head_.load();
  unsigned tail = tail_.load();
  return head == tail;
}

void MessageQueue::offer(int bytes) {
  unsigned slot = reserved_.fetch_add(1);
  buffers_[slot % kCapacity].fill(bytes);
  while (tail_.load() != slot) std::this_thread::yield();  // those who reserved before publish before
  tail_.store(slot + 1);
}

IoBuffer* MessageQueue::poll() {
  for (;;) {
    unsigned head = head_.load();
    if (head == tail_.load()) return nullptr;
    if (head_.compare_exchange_strong(head, head + 1)) return &buffers_[head % kCapacity];
  }
}
