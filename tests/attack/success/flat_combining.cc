// shows: one thread does the work of the others (flat combining)
#include <atomic>
#include <cassert>
#include <thread>

std::atomic_flag lock_ = ATOMIC_FLAG_INIT;
std::atomic<int> req[2];
int total;

void Add(int me, int v) {
  req[me].store(v, std::memory_order_release);
  while (req[me].load(std::memory_order_acquire)) {
    if (!lock_.test_and_set(std::memory_order_acquire)) {
      for (auto& r : req)
        if (int x = r.load(std::memory_order_acquire)) {
          total += x;
          r.store(0, std::memory_order_release);
        }
      lock_.clear(std::memory_order_release);
      lock_.notify_all();
    } else
      lock_.wait(true);
  }
}

int main() {
  {
    std::jthread a(Add, 0, 1), b(Add, 1, 2);
  }
  assert(total == 3);
}
