// shows: std::atomic_ref on a plain variable and on array elements
// exhaustive: yes
#include <atomic>
#include <cassert>
#include <thread>

int main() {
  int counter = 0;
  long cells[2] = {0, 0};
  auto run = [&] {
    std::atomic_ref<int>(counter).fetch_add(1);
    std::atomic_ref<long>(cells[0]).fetch_add(2, std::memory_order_relaxed);
    std::atomic_ref<long>(cells[1]).fetch_sub(1, std::memory_order_acq_rel);
  };
  std::thread a(run), b(run);
  a.join();
  b.join();
  assert(counter == 2 && cells[0] == 4 && cells[1] == -2);
}
