// shows: a sequence lock over plain variables that are accessed by std::atomic_ref
#include <atomic>
#include <cassert>
#include <thread>

alignas(8) int d[2];
std::atomic<unsigned> seq{0};

int main() {
  std::jthread w([] {
    for (int i = 1; i < 3; i++) {
      unsigned s = seq.load(std::memory_order_relaxed);
      seq.store(s + 1, std::memory_order_relaxed);
      std::atomic_thread_fence(std::memory_order_release);
      std::atomic_ref(d[0]).store(i, std::memory_order_relaxed);
      std::atomic_ref(d[1]).store(i, std::memory_order_relaxed);
      seq.store(s + 2, std::memory_order_release);
    }
  }),
      r([] {
        for (int k = 0; k < 2;) {
          unsigned s = seq.load(std::memory_order_acquire);
          if (s & 1) {
            std::this_thread::yield();
            continue;
          }
          int a = std::atomic_ref(d[0]).load(std::memory_order_relaxed),
              b = std::atomic_ref(d[1]).load(std::memory_order_relaxed);
          std::atomic_thread_fence(std::memory_order_acquire);
          if (seq.load(std::memory_order_relaxed) != s) continue;
          assert(a == b);
          k++;
        }
      });
}
