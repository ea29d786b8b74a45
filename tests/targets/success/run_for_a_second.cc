// shows: a loop bounded by a second of clock ends after a bounded number of turns, also one that does some work each time
// native: no (the number of turns is that of the virtual clock)
#include <cassert>
#include <chrono>
#include <mutex>
#include <thread>

using Clock = std::chrono::steady_clock;

int main() {
  std::mutex lock;
  int turns[3] = {};
  auto run = [&](int me, bool works) {
    const auto end = Clock::now() + std::chrono::seconds(1);
    while (Clock::now() < end) {
      if (works) {
        std::lock_guard hold(lock);
        ++turns[2];
      }
      ++turns[me];
    }
  };
  std::thread a(run, 0, false);
  std::thread b(run, 1, true);
  a.join();
  b.join();
  assert(turns[0] <= 1000 && turns[1] <= 1000);
}
