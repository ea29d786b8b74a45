//: what: an atomic increment in assembler loses its lock prefix
//: impact: changed
//: select: yes
//: fault: any
//: found: yes
#include "pair.h"
static volatile int refs = 1;
static inline void get(volatile int* counter) {
-  __asm__ __volatile__("lock; incl %0" : "+m"(*counter));
+  __asm__ __volatile__("incl %0" : "+m"(*counter));
}
static void* user(void* unused) {
  get(&refs);
  return unused;
}
int main(void) {
  TWO_THREADS(user, user);
  return refs != 3;
}
