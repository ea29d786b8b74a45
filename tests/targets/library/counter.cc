// A shared library with state, a lock, a static local and a thread_local; linked or opened by the library_* targets.
#include <mutex>

static std::mutex lock;

static int& Value() {
  static int value = 0;
  return value;
}

static thread_local int calls;

extern "C" int CounterAdd(int amount) {
  calls++;
  std::lock_guard guard(lock);
  Value() += amount;
  return Value();
}

extern "C" int CounterGet() {
  std::lock_guard guard(lock);
  return Value();
}
