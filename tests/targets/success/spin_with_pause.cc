// shows: a hand-written spin lock with the pause instruction and exponential back-off
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<bool> locked;
static int counter;

static void Lock() {
  for (int spins = 1;; spins = spins < 64 ? spins * 2 : 64) {
    if (!locked.exchange(true, std::memory_order_acquire)) return;
    while (locked.load(std::memory_order_relaxed)) {
      for (int i = 0; i < spins; i++) __builtin_ia32_pause();
    }
  }
}

int main() {
  auto run = [] {
    for (int i = 0; i < 2; i++) {
      Lock();
      counter++;
      locked.store(false, std::memory_order_release);
    }
  };
  std::thread a(run), b(run), c(run);
  a.join();
  b.join();
  c.join();
  assert(counter == 6);
}
