// shows: an atomic flag is set and announced without the lock, between another's look and its wait
// kind: deadlock
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex m;
static std::condition_variable cv;
static std::atomic<bool> ready;

int main() {
  std::thread waits([] {
    std::unique_lock lock(m);
    cv.wait(lock, [] { return ready.load(); });
  });
  ready = true;
  cv.notify_one();
  waits.join();
}
