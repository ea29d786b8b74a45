//: what: two bits of a word were set atomically, one is not any more
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include "pair.h"
static unsigned flags;
static void *one(void *unused) {
  __atomic_fetch_or(&flags, 1u, __ATOMIC_SEQ_CST);
  return unused;
}
static void *two(void *unused) {
-  __atomic_fetch_or(&flags, 2u, __ATOMIC_SEQ_CST);
+  flags |= 2u;
  return unused;
}
int main(void) {
  TWO_THREADS(one, two);
  return 0;
}
