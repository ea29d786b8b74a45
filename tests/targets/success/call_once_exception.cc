// shows: std::call_once passes an exception on and the next caller runs the body again
#include <cassert>
#include <mutex>
#include <stdexcept>
#include <thread>

static std::once_flag flag;
static int attempts, successes, failures;

static void Use() {
  try {
    std::call_once(flag, [] {
      if (++attempts == 1) throw std::runtime_error("first attempt");
      ++successes;
    });
    assert(successes == 1);
  } catch (const std::runtime_error&) {
    ++failures;
  }
}

int main() {
  std::thread a(Use), b(Use);
  a.join();
  b.join();
  assert(attempts == 2 && successes == 1 && failures == 1);
}
