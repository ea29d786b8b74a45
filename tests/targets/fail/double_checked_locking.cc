// shows: double-checked locking that publishes the object before its field is set
// kind: assert
#include <atomic>
#include <cassert>
#include <mutex>
#include <thread>

struct Config {
  std::atomic<int> value{0};
};

static std::mutex lock;
static std::atomic<Config*> instance;

static Config* Get() {
  if (Config* ready = instance.load()) return ready;
  std::lock_guard guard(lock);
  if (!instance.load()) {
    instance = new Config;
    instance.load()->value = 42;
  }
  return instance;
}

int main() {
  auto use = [] { assert(Get()->value == 42); };
  std::thread a(use), b(use);
  a.join();
  b.join();
}
