//: what: a sequence lock counts up once, before the data is written
//: impact: changed
//: fault: assert
//: found: yes
#include "pair.h"
#include <stdatomic.h>
static atomic_int sequence, low, high;
static void *writer(void *unused) {
  atomic_fetch_add(&sequence, 1);
+  atomic_fetch_add(&sequence, 1);
  atomic_store(&low, 1);
  atomic_store(&high, 1);
-  atomic_fetch_add(&sequence, 1);
  return unused;
}
static void *reader(void *unused) {
  int before = atomic_load(&sequence);
  int a = atomic_load(&low), b = atomic_load(&high);
  if (before % 2 == 0 && before == atomic_load(&sequence)) assert(a == b);
  return unused;
}
int main(void) {
  TWO_THREADS(writer, reader);
  return 0;
}
