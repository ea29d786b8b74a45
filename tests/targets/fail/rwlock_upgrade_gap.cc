// shows: the upgrade that releases first: what was read is stale when the write lock comes
// kind: assert
#include <cassert>
#include <mutex>
#include <shared_mutex>
#include <thread>

static std::shared_mutex lock;
static int value, writes;

static void SetOnce(int wanted) {
  std::shared_lock reading(lock);
  if (value != 0) return;
  reading.unlock();
  std::unique_lock writing(lock);
  value = wanted;
  writes++;
}

int main() {
  std::thread a(SetOnce, 1), b(SetOnce, 2);
  a.join();
  b.join();
  assert(writes == 1);
}
