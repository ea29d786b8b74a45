// shows: std::condition_variable_any over a shared_mutex and over a lock of the program's own
#include <atomic>
#include <cassert>
#include <condition_variable>
#include <shared_mutex>
#include <thread>

struct SpinMutex {
  std::atomic_flag flag;
  void lock() {
    while (flag.test_and_set(std::memory_order_acquire)) std::this_thread::yield();
  }
  void unlock() { flag.clear(std::memory_order_release); }
};

static std::shared_mutex shared;
static SpinMutex spin;
static std::condition_variable_any changed;
static int stage;

int main() {
  std::thread reader([] {
    std::shared_lock hold(shared);
    changed.wait(hold, [] { return stage >= 1; });
  });
  {
    std::unique_lock hold(shared);
    stage = 1;
  }
  changed.notify_all();
  reader.join();
  std::condition_variable_any other;
  bool done = false;
  std::thread waiter([&] {
    std::unique_lock hold(spin);
    other.wait(hold, [&] { return done; });
  });
  {
    std::lock_guard hold(spin);
    done = true;
  }
  other.notify_one();
  waiter.join();
}
