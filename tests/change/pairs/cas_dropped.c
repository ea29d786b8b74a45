//: what: a compare-exchange loop becomes a store
//: impact: changed
//: fault: assert
//: found: yes
#include "pair.h"
#include <stdatomic.h>
static atomic_int top;
static void *push(void *unused) {
  int seen = atomic_load(&top);
-  while (!atomic_compare_exchange_strong(&top, &seen, seen + 1)) {
-  }
+  atomic_store(&top, seen + 1);
  return unused;
}
int main(void) {
  TWO_THREADS(push, push);
  assert(atomic_load(&top) == 2);
  return 0;
}
