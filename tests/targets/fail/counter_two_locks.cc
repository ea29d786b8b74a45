// shows: one counter protected by two different locks
// kind: assert
#include <cassert>
#include <mutex>
#include <thread>

static std::mutex first_lock, second_lock;
static int counter;

static void Increment(std::mutex& lock) {
  std::lock_guard guard(lock);
  counter++;
}

int main() {
  std::thread a(Increment, std::ref(first_lock)), b(Increment, std::ref(second_lock));
  a.join();
  b.join();
  assert(counter == 2);
}
