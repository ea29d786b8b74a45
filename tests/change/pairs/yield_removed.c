//: what: a loop that waits for a flag no longer yields
//: impact: changed
//: fault: none
#include <sched.h>
#include <stdatomic.h>
#include "pair.h"
static atomic_int ready;
static int data;
static void *give(void *unused) {
  data = 1;
  atomic_store(&ready, 1);
  return unused;
}
static void *take(void *unused) {
-  while (!atomic_load(&ready)) sched_yield();
+  while (!atomic_load(&ready)) {
+  }
  return data ? unused : NULL;
}
int main(void) {
  TWO_THREADS(give, take);
  return 0;
}
