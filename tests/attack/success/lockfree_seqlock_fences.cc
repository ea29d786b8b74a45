// shows: a sequence lock with relaxed accesses and fences
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<unsigned> sequence;
static std::atomic<int> left, right;

static void Write(int v) {
  unsigned s = sequence.load(std::memory_order_relaxed);
  sequence.store(s + 1, std::memory_order_relaxed);
  std::atomic_thread_fence(std::memory_order_release);
  left.store(v, std::memory_order_relaxed);
  right.store(-v, std::memory_order_relaxed);
  sequence.store(s + 2, std::memory_order_release);
}

static void Read() {
  for (;;) {
    unsigned before = sequence.load(std::memory_order_acquire);
    int l = left.load(std::memory_order_relaxed), r = right.load(std::memory_order_relaxed);
    std::atomic_thread_fence(std::memory_order_acquire);
    if (before % 2 == 0 && sequence.load(std::memory_order_relaxed) == before) {
      assert(l == -r);
      return;
    }
    std::this_thread::yield();
  }
}

int main() {
  std::thread writer([] { Write(1), Write(2); }), reader(Read);
  writer.join(), reader.join();
}
