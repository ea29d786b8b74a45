// shows: a shared lock is given back, the exclusive one is taken, and the condition is looked at again
#include <cassert>
#include <map>
#include <mutex>
#include <shared_mutex>
#include <thread>

static std::shared_mutex m;
static std::map<int, int> cache;
static int computed;

static int Get(int key) {
  {
    std::shared_lock lock(m);
    if (auto found = cache.find(key); found != cache.end()) return found->second;
  }
  std::unique_lock lock(m);
  if (auto found = cache.find(key); found != cache.end()) return found->second;
  ++computed;
  return cache[key] = key * 2;
}

int main() {
  std::thread a([] { assert(Get(4) == 8); }), b([] { assert(Get(4) == 8); });
  a.join(), b.join();
  assert(computed == 1);
}
