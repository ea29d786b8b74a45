// shows: std::latch: count_down, wait, arrive_and_wait, try_wait
#include <cassert>
#include <latch>
#include <thread>

int main() {
  std::latch ready(2), finished(3);
  int parts[2] = {};
  std::thread a([&] {
    parts[0] = 1;
    ready.count_down();
    finished.arrive_and_wait();
  });
  std::thread b([&] {
    parts[1] = 2;
    ready.count_down();
    finished.arrive_and_wait();
  });
  ready.wait();
  assert(ready.try_wait() && parts[0] + parts[1] == 3);
  finished.arrive_and_wait();
  a.join();
  b.join();
}
