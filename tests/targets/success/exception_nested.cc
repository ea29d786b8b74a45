// shows: nested and rethrown exceptions keep their thread's own chain while threads switch
#include <cassert>
#include <exception>
#include <sched.h>
#include <stdexcept>
#include <string>
#include <thread>

static void Run(int id) {
  try {
    try {
      throw std::runtime_error("inner" + std::to_string(id));
    } catch (...) {
      sched_yield();
      try {
        throw 5;
      } catch (int) {
        sched_yield();
      }
      std::throw_with_nested(std::logic_error("outer" + std::to_string(id)));
    }
  } catch (const std::logic_error& outer) {
    assert(outer.what() == "outer" + std::to_string(id));
    sched_yield();
    try {
      std::rethrow_if_nested(outer);
      assert(false);
    } catch (const std::runtime_error& inner) {
      assert(inner.what() == "inner" + std::to_string(id));
    }
  }
}

int main() {
  std::thread a(Run, 1), b(Run, 2);
  a.join();
  b.join();
}
