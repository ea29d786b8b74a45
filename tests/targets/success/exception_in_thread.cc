// shows: exceptions thrown and caught in each thread, with switches inside destructors and handlers
#include <cassert>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>

static std::mutex lock;
static int destroyed;

struct Guard {
  ~Guard() {
    std::lock_guard guard(lock);  // a switch in the middle of unwinding
    destroyed++;
  }
};

static void Throw(int depth, int id) {
  Guard guard;
  if (depth == 0) throw std::runtime_error(std::to_string(id));
  Throw(depth - 1, id);
}

static void Run(int id) {
  for (int i = 0; i < 2; i++) {
    try {
      Throw(2, id);
    } catch (const std::runtime_error& error) {
      { std::lock_guard guard(lock); }
      assert(error.what() == std::to_string(id));
    }
  }
  assert(std::uncaught_exceptions() == 0);
}

int main() {
  std::thread a(Run, 1), b(Run, 2);
  a.join();
  b.join();
  assert(destroyed == 12);
}
