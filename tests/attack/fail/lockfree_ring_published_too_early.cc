// shows: the index is published before the slot is written
// kind: race
#include <atomic>
#include <cassert>
#include <thread>

static int slots[2];
static std::atomic<unsigned> tail;
static volatile int sink;

int main() {
  std::thread producer([] {
    unsigned t = tail.fetch_add(1, std::memory_order_acq_rel);
    slots[t] = 5;
  });
  if (tail.load(std::memory_order_acquire) == 1) sink = slots[0];
  producer.join();
}
