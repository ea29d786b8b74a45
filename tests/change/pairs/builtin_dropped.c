//: what: an atomic builtin becomes a plain addition
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include "pair.h"
static int total;
static void *add(void *unused) {
-  __atomic_fetch_add(&total, 1, __ATOMIC_SEQ_CST);
+  total += 1;
  return unused;
}
int main(void) {
  TWO_THREADS(add, add);
  return total == 0;
}
