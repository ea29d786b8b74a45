// shows: the flag is tested without the lock, so the signal can come between test and wait
// kind: deadlock
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex lock;
static std::condition_variable changed;
static std::atomic<bool> ready;

int main() {
  std::thread waiter([] {
    if (!ready) {
      std::unique_lock hold(lock);
      changed.wait(hold);
    }
  });
  ready = true;
  changed.notify_one();
  waiter.join();
}
