// shows: a ticket lock orders plain data by release and acquire of one counter
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<unsigned> next_ticket, serving;
static int counter;

static void Increment() {
  unsigned mine = next_ticket.fetch_add(1, std::memory_order_relaxed);
  while (serving.load(std::memory_order_acquire) != mine) std::this_thread::yield();
  ++counter;
  serving.store(mine + 1, std::memory_order_release);
}

int main() {
  std::thread a(Increment), b(Increment), c(Increment);
  a.join(), b.join(), c.join();
  assert(counter == 3);
}
