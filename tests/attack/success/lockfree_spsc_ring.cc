// shows: a ring for one producer and one consumer: plain slots, indices by release and acquire
#include <atomic>
#include <cassert>
#include <thread>

static int slots[2];
static std::atomic<unsigned> head, tail;

int main() {
  std::thread producer([] {
    for (int i = 1; i <= 3; ++i) {
      unsigned t = tail.load(std::memory_order_relaxed);
      while (t - head.load(std::memory_order_acquire) == 2) std::this_thread::yield();
      slots[t % 2] = i;
      tail.store(t + 1, std::memory_order_release);
    }
  });
  int sum = 0;
  for (int i = 1; i <= 3; ++i) {
    unsigned h = head.load(std::memory_order_relaxed);
    while (tail.load(std::memory_order_acquire) == h) std::this_thread::yield();
    assert(slots[h % 2] == i);
    sum += slots[h % 2];
    head.store(h + 1, std::memory_order_release);
  }
  producer.join();
  assert(sum == 6);
}
