//: what: std::atomic publishes with relaxed
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <atomic>
#include "pair.h"
static std::atomic<int*> slot{nullptr};
static int value;
static void* make(void* unused) {
  value = 7;
-  slot.store(&value, std::memory_order_release);
+  slot.store(&value, std::memory_order_relaxed);
  return unused;
}
static void* use(void* unused) {
  int* seen = slot.load(std::memory_order_acquire);
  return seen != nullptr && *seen == 8 ? nullptr : unused;
}
int main() {
  TWO_THREADS(make, use);
  return 0;
}
