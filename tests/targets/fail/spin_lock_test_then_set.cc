// shows: a spin lock that tests and sets in two steps
// kind: assert
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<bool> locked;
static std::atomic<int> inside;

static void Enter() {
  while (locked) {
  }
  locked = true;
  assert(inside.fetch_add(1) == 0);
  inside.fetch_sub(1);
  locked = false;
}

int main() {
  std::thread a(Enter), b(Enter);
  a.join();
  b.join();
}
