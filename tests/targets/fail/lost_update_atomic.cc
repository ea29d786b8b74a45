// shows: a load and a store, each atomic, do not make an atomic increment
// kind: assert
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<int> counter;

int main() {
  auto increment = [] { counter = counter + 1; };
  std::thread a(increment), b(increment);
  a.join();
  b.join();
  assert(counter == 2);
}
