// shows: thread_local objects are made per thread on first use and destroyed in reverse order at its end
#include <cassert>
#include <mutex>
#include <thread>
#include <vector>

static std::mutex lock;
static std::vector<int> log;

struct Tracked {
  int id, owner = 0;
  explicit Tracked(int id) : id(id) {}
  ~Tracked() {
    std::lock_guard guard(lock);
    log.push_back(owner * 10 + id);
  }
};

static thread_local Tracked first(1);
static thread_local Tracked second(2);
static thread_local int plain = 5;

static void Use(int owner) {
  assert(plain == 5);
  plain = owner;
  first.owner = second.owner = owner;
  assert(plain == owner);
}

int main() {
  std::thread a(Use, 1);
  a.join();
  assert((log == std::vector<int>{12, 11}));
  log.clear();
  std::thread b(Use, 2), c(Use, 3);
  b.join();
  c.join();
  assert(log.size() == 4 && plain == 5);
}
