//: what: the barrier lets everyone pass alone
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include "pair.h"
static pthread_barrier_t phase;
static int cell, sum;
static void *one(void *unused) {
  cell = 1;
  pthread_barrier_wait(&phase);
  return unused;
}
static void *two(void *unused) {
  pthread_barrier_wait(&phase);
  sum = cell;
  return unused;
}
int main(void) {
-  pthread_barrier_init(&phase, NULL, 2);
+  pthread_barrier_init(&phase, NULL, 1);
  TWO_THREADS(one, two);
  return sum == 3;
}
