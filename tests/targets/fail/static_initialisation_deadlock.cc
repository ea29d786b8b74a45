// shows: a static local whose constructor waits for a lock that another thread holds while it needs the static
// kind: deadlock
#include <mutex>
#include <thread>

static std::mutex lock;

struct Registry {
  Registry() { std::lock_guard guard(lock); }
};

static Registry& Instance() {
  static Registry registry;
  return registry;
}

int main() {
  std::thread a([] { Instance(); });
  std::thread b([] {
    std::lock_guard guard(lock);
    Instance();
  });
  a.join();
  b.join();
}
