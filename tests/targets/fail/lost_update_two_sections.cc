// shows: read under the lock, write under the lock, but in two critical sections
// kind: assert
#include <cassert>
#include <mutex>
#include <thread>

static std::mutex lock;
static int counter;

static int Get() {
  std::lock_guard guard(lock);
  return counter;
}

static void Set(int value) {
  std::lock_guard guard(lock);
  counter = value;
}

int main() {
  auto increment = [] { Set(Get() + 1); };
  std::thread a(increment), b(increment);
  a.join();
  b.join();
  assert(counter == 2);
}
