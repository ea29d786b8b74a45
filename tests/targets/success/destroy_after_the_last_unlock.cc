// shows: the last one to unlock a mutex frees it; a condition variable goes as soon as its waiters were woken under its lock
#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>

struct Event {
  std::mutex m;
  std::condition_variable cv;
  bool set = false;
};

int main() {
  // Notified under the lock: the waiter can only free it when the notifier is through.
  Event* e = new Event;
  std::thread t([e] {
    std::lock_guard lock(e->m);
    e->set = true;
    e->cv.notify_one();
  });
  {
    std::unique_lock lock(e->m);
    while (!e->set) e->cv.wait(lock);
  }
  t.join();
  delete e;
  // Counted: whoever comes last frees the mutex that both have used.
  auto shared = std::make_shared<std::mutex>();
  std::thread a([shared] { std::lock_guard lock(*shared); }), b([shared] { std::lock_guard lock(*shared); });
  shared.reset();
  a.join();
  b.join();
}
