// shows: a wait without a predicate misses a notification that came first
// kind: deadlock
#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex lock;
static std::condition_variable changed;

int main() {
  std::thread waiter([] {
    std::unique_lock hold(lock);
    changed.wait(hold);
  });
  {
    std::lock_guard guard(lock);
    changed.notify_one();
  }
  waiter.join();
}
