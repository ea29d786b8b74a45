//: what: an atomic addition becomes a load and a store
//: impact: changed
//: fault: assert
//: found: yes
#include "pair.h"
#include <stdatomic.h>
static atomic_int total;
static void *add(void *unused) {
-  atomic_fetch_add(&total, 1);
+  atomic_store(&total, atomic_load(&total) + 1);
  return unused;
}
int main(void) {
  TWO_THREADS(add, add);
  assert(total == 2);
  return 0;
}
