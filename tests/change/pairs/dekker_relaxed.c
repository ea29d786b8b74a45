//: what: two flags that exclude each other by sequential consistency alone
//: impact: changed
//: fault: assert
//: found: no: schedules are sequentially consistent, this fault needs a weaker machine
#include "pair.h"
#include <stdatomic.h>
static atomic_int a, b, inside;
static void *one(void *unused) {
  atomic_store(&a, 1);
-  if (!atomic_load(&b)) assert(atomic_fetch_add(&inside, 1) == 0);
+  if (!atomic_load_explicit(&b, memory_order_acquire)) assert(atomic_fetch_add(&inside, 1) == 0);
  return unused;
}
static void *two(void *unused) {
  atomic_store(&b, 1);
  if (!atomic_load(&a)) assert(atomic_fetch_add(&inside, 1) == 0);
  return unused;
}
int main(void) {
  TWO_THREADS(one, two);
  return 0;
}
