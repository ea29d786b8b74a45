// shows: the stop flag is set without the lock: a worker between test and wait never hears of it
// kind: deadlock
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex lock;
static std::condition_variable changed;
static std::atomic<bool> stopping;

int main() {
  std::thread worker([] {
    std::unique_lock hold(lock);
    while (!stopping) changed.wait(hold);
  });
  stopping = true;
  changed.notify_all();
  worker.join();
}
