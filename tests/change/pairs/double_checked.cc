//: what: the second question of a double-checked initialisation is gone
//: impact: changed
//: fault: assert
//: found: yes
#include <assert.h>
#include <atomic>
#include <mutex>
#include <thread>
static std::mutex mutex;
static std::atomic<int*> table;
static std::atomic<int> made;
static int* Get() {
  int* t = table.load(std::memory_order_acquire);
  if (!t) {
    std::lock_guard<std::mutex> held(mutex);
-    t = table.load(std::memory_order_relaxed);
-    if (t) return t;
    t = new int(++made);
    table.store(t, std::memory_order_release);
  }
  return t;
}
int main() {
  std::thread a(Get), b(Get);
  a.join();
  b.join();
  assert(made == 1);
}
