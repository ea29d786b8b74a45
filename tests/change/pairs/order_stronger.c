//: what: a stronger memory order than before
//: impact: changed
//: select: no
//: fault: none
#include "pair.h"
#include <stdatomic.h>
static atomic_int ready;
static int payload;
static void *make(void *unused) {
  payload = 7;
-  atomic_store_explicit(&ready, 1, memory_order_release);
+  atomic_store_explicit(&ready, 1, memory_order_seq_cst);
  return unused;
}
static void *use(void *unused) {
  if (atomic_load_explicit(&ready, memory_order_acquire) && payload != 7) return NULL;
  return unused;
}
int main(void) {
  TWO_THREADS(make, use);
  return 0;
}
