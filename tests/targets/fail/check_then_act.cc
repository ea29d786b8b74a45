// shows: "if absent, add" with the lock released in between
// kind: assert
#include <cassert>
#include <mutex>
#include <set>
#include <thread>

static std::mutex lock;
static std::multiset<int> items;

static bool Contains(int item) {
  std::lock_guard guard(lock);
  return items.count(item) > 0;
}

static void AddIfAbsent(int item) {
  if (Contains(item)) return;
  std::lock_guard guard(lock);
  items.insert(item);
}

int main() {
  std::thread a(AddIfAbsent, 7), b(AddIfAbsent, 7);
  a.join();
  b.join();
  assert(items.size() == 1);
}
