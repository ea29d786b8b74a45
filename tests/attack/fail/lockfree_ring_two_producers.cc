// shows: a ring for one producer is used by two
// kind: assert|race
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<int> slots[4];
static std::atomic<unsigned> tail;

static void Put(int v) {
  unsigned t = tail.load(std::memory_order_relaxed);
  slots[t % 4].store(v);
  tail.store(t + 1, std::memory_order_release);
}

int main() {
  std::thread a(Put, 1), b(Put, 2);
  a.join(), b.join();
  assert(tail == 2);
}
