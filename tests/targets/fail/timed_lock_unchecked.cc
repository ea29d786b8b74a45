// shows: try_lock_for whose failure is ignored, then an unlock of somebody else's lock
// kind: assert
// explore-flags: --time-model free
#include <atomic>
#include <cassert>
#include <chrono>
#include <mutex>
#include <thread>

static std::timed_mutex lock;
static std::atomic<int> inside;

static void Enter() {
  bool owned = lock.try_lock_for(std::chrono::seconds(1));
  assert(inside.fetch_add(1) == 0);
  inside.fetch_sub(1);
  if (owned) lock.unlock();
}

int main() {
  std::thread a(Enter), b(Enter);
  a.join();
  b.join();
}
