// shows: release and acquire fences around relaxed accesses publish plain data; a seq_cst fence orders both sides
#include <atomic>
#include <cassert>
#include <thread>

static int data;
static std::atomic<int> ready, x, y;

int main() {
  std::thread publisher([] {
    data = 42;
    std::atomic_thread_fence(std::memory_order_release);
    ready.store(1, std::memory_order_relaxed);
  });
  std::thread consumer([] {
    if (ready.load(std::memory_order_relaxed)) {
      std::atomic_thread_fence(std::memory_order_acquire);
      assert(data == 42);
    }
  });
  publisher.join();
  consumer.join();
  int seen_x = 0, seen_y = 0;
  std::thread left([&] {
    x.store(1, std::memory_order_relaxed);
    std::atomic_thread_fence(std::memory_order_seq_cst);
    seen_y = y.load(std::memory_order_relaxed);
  });
  std::thread right([&] {
    y.store(1, std::memory_order_relaxed);
    std::atomic_thread_fence(std::memory_order_seq_cst);
    seen_x = x.load(std::memory_order_relaxed);
  });
  left.join();
  right.join();
  assert(seen_x + seen_y >= 1);
  std::atomic_signal_fence(std::memory_order_seq_cst);
}
