// shows: a timed wait whose time-out is not looked at
// kind: assert
// explore-flags: --time-model free
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

int main() {
  std::mutex lock;
  std::condition_variable changed;
  int value = 0;
  std::thread setter([&] {
    std::lock_guard guard(lock);
    value = 42;
    changed.notify_one();
  });
  {
    std::unique_lock hold(lock);
    if (value == 0) changed.wait_for(hold, std::chrono::seconds(10));  // "always long enough"
    assert(value == 42);
  }
  setter.join();
}
