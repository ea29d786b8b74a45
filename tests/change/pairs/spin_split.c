//: what: test-and-set of an own spin lock becomes a test and a set
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include "pair.h"
#include <stdatomic.h>
static atomic_int busy;
static int total;
static void *add(void *unused) {
-  while (atomic_exchange(&busy, 1)) {
-  }
+  while (atomic_load(&busy)) {
+  }
+  atomic_store(&busy, 1);
  ++total;
  atomic_store(&busy, 0);
  return unused;
}
int main(void) {
  TWO_THREADS(add, add);
  return total == 0;
}
