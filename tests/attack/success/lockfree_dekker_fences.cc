// shows: at most one of two threads enters, by relaxed stores and loads with full fences between them
// exhaustive: yes
#include <assert.h>
#include <atomic>
#include <thread>

static std::atomic<int> wants[2];
static int inside;  // plain: only one may come

static void Try(int me) {
  wants[me].store(1, std::memory_order_relaxed);
  std::atomic_thread_fence(std::memory_order_seq_cst);
  if (wants[1 - me].load(std::memory_order_relaxed) == 0) assert(++inside == 1);
}

int main() {
  std::thread a(Try, 0), b(Try, 1);
  a.join(), b.join();
}
