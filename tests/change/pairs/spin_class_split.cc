//: what: a spin lock of one's own: test-and-set becomes test, then set
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <atomic>
#include "pair.h"
class SpinLock {
 public:
  void lock() {
-    while (busy_.exchange(true)) {
-    }
+    while (busy_.load()) {
+    }
+    busy_.store(true);
  }
  void unlock() { busy_.store(false); }

 private:
  std::atomic<bool> busy_{false};
};
static SpinLock lock;
static int total;
static void* work(void* unused) {
  lock.lock();
  ++total;
  lock.unlock();
  return unused;
}
int main() {
  TWO_THREADS(work, work);
  return total == 0;
}
