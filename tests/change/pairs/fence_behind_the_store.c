//: what: the fence that publishes stands behind the store of the flag
//: impact: changed
//: select: yes
//: slow: yes
//: fault: race
//: found: yes
#include <stdatomic.h>
#include "pair.h"
static int payload, seen;
static atomic_int ready;
static void* one(void* unused) {
  payload = 7;
-  atomic_thread_fence(memory_order_release);
  atomic_store_explicit(&ready, 1, memory_order_relaxed);
+  atomic_thread_fence(memory_order_release);
  return unused;
}
static void* two(void* unused) {
  if (atomic_load_explicit(&ready, memory_order_relaxed)) {
    atomic_thread_fence(memory_order_acquire);
    seen = payload;
  }
  return unused;
}
int main(void) {
  TWO_THREADS(one, two);
  return seen == 1;
}
