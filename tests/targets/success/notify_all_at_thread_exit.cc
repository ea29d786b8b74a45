// shows: std::notify_all_at_thread_exit unlocks and notifies when the thread's body has ended
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex lock;
static std::condition_variable ended;
static bool done;

int main() {
  std::thread thread([] {
    std::unique_lock hold(lock);
    done = true;
    std::notify_all_at_thread_exit(ended, std::move(hold));
  });
  {
    std::unique_lock hold(lock);
    ended.wait(hold, [] { return done; });
  }
  thread.join();
  assert(lock.try_lock());
  lock.unlock();
}
