// shows: promise::set_value_at_thread_exit makes the value ready after thread_local destructors ran
#include <cassert>
#include <future>
#include <thread>

static int destroyed;

struct Tracked {
  int used = 0;
  ~Tracked() { destroyed++; }
};
static thread_local Tracked tracked;

int main() {
  std::promise<int> promise;
  std::future<int> future = promise.get_future();
  std::thread thread(
      [](std::promise<int> p) {
        tracked.used = 1;
        p.set_value_at_thread_exit(42);
      },
      std::move(promise));
  assert(future.get() == 42);
  assert(destroyed == 1);
  thread.join();
}
