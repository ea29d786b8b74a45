// shows: a wait with a limit of ten seconds does not time out while the thread that will notify it can run
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
    assert(changed.wait_for(hold, std::chrono::seconds(10), [&] { return value == 42; }));
  }
  setter.join();
}
