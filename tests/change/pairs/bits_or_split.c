//: what: setting a bit of an atomic word becomes a load and a store
//: impact: changed
//: slow: yes
//: fault: any
//: found: yes
#include <stdatomic.h>
#include "pair.h"
static atomic_uint bits;
static void set(unsigned bit) {
-  atomic_fetch_or(&bits, bit);
+  atomic_store(&bits, atomic_load(&bits) | bit);
}
static void* one(void* unused) {
  set(1);
  return unused;
}
static void* two(void* unused) {
  set(2);
  return unused;
}
int main(void) {
  TWO_THREADS(one, two);
  assert(atomic_load(&bits) == 3);
  return 0;
}
