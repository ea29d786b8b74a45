// shows: a condition variable may go as soon as its waiters were notified, although they have not returned from waiting yet
#include <cassert>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>

static std::mutex m;
static bool ready;

int main() {
  auto cv = std::make_unique<std::condition_variable>();
  std::thread waits([&cv = *cv] {
    std::unique_lock lock(m);
    while (!ready) cv.wait(lock);
    assert(ready);
  });
  {
    std::lock_guard lock(m);
    ready = true;
    cv->notify_all();
    cv.reset();
  }
  waits.join();
}
