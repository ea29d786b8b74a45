// shows: a cache read under a shared lock and filled under an exclusive one, with the second look
#include <cassert>
#include <map>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <thread>

static std::shared_mutex lock;
static std::map<int, std::string> cache;
static int computed;

static std::string Get(int key) {
  {
    std::shared_lock hold(lock);
    auto it = cache.find(key);
    if (it != cache.end()) return it->second;
  }
  std::unique_lock hold(lock);
  auto [it, added] = cache.try_emplace(key);
  if (added) {
    computed++;
    it->second = "value " + std::to_string(key);
  }
  return it->second;
}

int main() {
  auto run = [] {
    for (int key : {1, 2, 1}) assert(Get(key) == "value " + std::to_string(key));
  };
  std::thread a(run), b(run), c(run);
  a.join();
  b.join();
  c.join();
  assert(computed == 2);
}
