//: what: a spin lock of assembler looks and then writes, in place of one exchange
//: impact: changed
//: select: yes
//: slow: yes
//: fault: race
//: found: yes
#include <sched.h>
#include "pair.h"
static volatile int busy;
static int total;
static int take(void) {
  int was = 1;
-  __asm__ volatile("xchgl %0, %1" : "+r"(was), "+m"(busy) : : "memory");
+  was = __atomic_load_n(&busy, __ATOMIC_SEQ_CST);
+  if (!was) __atomic_store_n(&busy, 1, __ATOMIC_SEQ_CST);
  return was == 0;
}
static void* add(void* unused) {
  while (!take()) sched_yield();
  ++total;
  __atomic_store_n(&busy, 0, __ATOMIC_SEQ_CST);
  return unused;
}
int main(void) {
  TWO_THREADS(add, add);
  return total == 0;
}
