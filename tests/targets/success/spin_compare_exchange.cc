// shows: spinning by compare_exchange, by test_and_set and by a timed sleep until another thread makes progress
// exhaustive: yes
#include <atomic>
#include <cassert>
#include <chrono>
#include <thread>

int main() {
  std::atomic<int> owner = 0;
  std::atomic_flag taken;
  std::atomic<bool> slept = false;
  int counter = 0;
  auto run = [&](int id) {
    int expected = 0;
    while (!owner.compare_exchange_weak(expected, id)) expected = 0;
    counter++;
    owner = 0;
    while (taken.test_and_set()) {
    }
    counter++;
    taken.clear();
    if (id == 1) slept = true;
    while (!slept) std::this_thread::sleep_for(std::chrono::microseconds(100));
  };
  std::thread a(run, 1);
  a.join();
  std::thread b(run, 2);
  b.join();
  std::thread c([&] {
    while (owner.exchange(3)) {
    }
    owner = 0;
  });
  std::thread d([&] {
    while (owner.exchange(4)) {
    }
    owner = 0;
  });
  c.join();
  d.join();
  assert(counter == 4);
}
