//: what: an old builtin that takes a lock becomes a plain store
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <sched.h>
#include "pair.h"
static int lock, total;
static void *add(void *unused) {
-  while (__sync_lock_test_and_set(&lock, 1)) sched_yield();
+  lock = 1;
  ++total;
  __sync_lock_release(&lock);
  return unused;
}
int main(void) {
  TWO_THREADS(add, add);
  return total == 0;
}
