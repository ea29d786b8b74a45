// shows: `if` instead of `while` around a wait: a third thread takes the item first
// kind: assert
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex lock;
static std::condition_variable available;
static int items;

static void Take() {
  std::unique_lock hold(lock);
  if (items == 0) available.wait(hold);
  assert(items > 0);
  items--;
}

static void Put() {
  std::lock_guard guard(lock);
  items++;
  available.notify_one();
}

int main() {
  std::thread a(Take), b(Take), c(Put);
  Put();
  a.join();
  b.join();
  c.join();
}
