//: what: one thread reads before the barrier
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
-  pthread_barrier_wait(&phase);
-  sum = cell;
+  sum = cell;
+  pthread_barrier_wait(&phase);
  return unused;
}
int main(void) {
  pthread_barrier_init(&phase, NULL, 2);
  TWO_THREADS(one, two);
  return sum == 3;
}
