// shows: a listener calls back into the object whose lock its caller holds, but only if it was registered in time
// kind: deadlock
#include <functional>
#include <mutex>
#include <thread>

static std::mutex m;
static std::function<void()> listener;
static int value;

static int Get() {
  std::lock_guard lock(m);
  return value;
}
static void Set(int v) {
  std::lock_guard lock(m);
  value = v;
  if (listener) listener();
}

int main() {
  std::thread registers([] {
    std::lock_guard lock(m);
    listener = [] { Get(); };
  });
  Set(1);
  registers.join();
}
