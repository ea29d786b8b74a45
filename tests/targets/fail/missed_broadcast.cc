// shows: one signal where a broadcast is needed: the second waiter sleeps for ever
// kind: deadlock
#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex lock;
static std::condition_variable opened;
static bool open_gate;

static void Pass() {
  std::unique_lock hold(lock);
  while (!open_gate) opened.wait(hold);
}

int main() {
  std::thread a(Pass), b(Pass);
  {
    std::lock_guard guard(lock);
    open_gate = true;
  }
  opened.notify_one();
  a.join();
  b.join();
}
