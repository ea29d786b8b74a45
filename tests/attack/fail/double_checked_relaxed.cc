// shows: double-checked initialisation whose first look does not acquire
// kind: race
#include <atomic>
#include <mutex>
#include <thread>

struct Settings {
  int a = 1, b = 2;
};
static std::atomic<Settings*> instance;
static std::mutex m;
static volatile int sink;

static void Use() {
  Settings* s = instance.load(std::memory_order_relaxed);
  if (s == nullptr) {
    std::lock_guard lock(m);
    s = instance.load(std::memory_order_relaxed);
    if (s == nullptr) instance.store(s = new Settings, std::memory_order_relaxed);
  }
  sink = s->a + s->b;
}

int main() {
  std::thread a(Use), b(Use);
  a.join(), b.join();
}
