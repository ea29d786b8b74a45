// shows: wait_for and wait_until: status on both clocks, and the predicate's value on a time-out
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

using namespace std::chrono_literals;

int main() {
  std::mutex lock;
  std::condition_variable changed;
  bool ready = false;
  std::thread setter([&] {
    std::lock_guard guard(lock);
    ready = true;
    changed.notify_one();
  });
  {
    std::unique_lock hold(lock);
    bool seen = changed.wait_for(hold, 100s, [&] { return ready; });
    assert(seen == ready);
  }
  setter.join();
  std::unique_lock hold(lock);
  assert(!changed.wait_for(hold, 1ms, [] { return false; }));
  assert(changed.wait_until(hold, std::chrono::system_clock::now() - 1s, [&] { return ready; }));
  assert(!changed.wait_until(hold, std::chrono::system_clock::now() + 1ms, [] { return false; }));
  assert(!changed.wait_until(hold, std::chrono::steady_clock::now() + 1ms, [] { return false; }));
  assert(hold.owns_lock());
}
