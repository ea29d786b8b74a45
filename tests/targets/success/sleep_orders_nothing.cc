// shows: with --time-model free a longer sleep may return before a shorter one; only synchronisation orders threads
// native: no (the order is by the wall clock there)
// explore-flags: --time-model free
#include <atomic>
#include <cassert>
#include <chrono>
#include <thread>

using namespace std::chrono_literals;

int main() {
  std::atomic<int> order = 0;
  int first = 0, second = 0;
  std::thread a([&] {
    std::this_thread::sleep_for(10ms);
    first = ++order;
  });
  std::thread b([&] {
    std::this_thread::sleep_for(20ms);
    second = ++order;
  });
  a.join();
  b.join();
  assert(first + second == 3);
}
