// shows: std::timed_mutex and recursive_timed_mutex: try_lock_for and try_lock_until
#include <cassert>
#include <chrono>
#include <mutex>
#include <thread>

using namespace std::chrono_literals;
static std::timed_mutex lock;
static std::recursive_timed_mutex deep;
static int inside;

static void Try() {
  if (lock.try_lock_for(2ms)) {
    assert(++inside == 1);
    inside--;
    lock.unlock();
  }
  if (deep.try_lock_until(std::chrono::system_clock::now() + 2ms)) {
    assert(deep.try_lock_for(1h));  // the owner never waits
    deep.unlock();
    deep.unlock();
  }
}

int main() {
  std::thread a(Try), b(Try);
  a.join();
  b.join();
  std::lock_guard hold(lock);
  std::thread c([] { assert(!lock.try_lock_for(1ms)); });
  c.join();
}
