//: what: the threads no longer wait for each other between two phases
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include "pair.h"
static pthread_barrier_t phase;
static int cells[2], sums[2];
static void *one(void *unused) {
  cells[0] = 1;
-  pthread_barrier_wait(&phase);
  sums[0] = cells[1];
  return unused;
}
static void *two(void *unused) {
  cells[1] = 1;
-  pthread_barrier_wait(&phase);
  sums[1] = cells[0];
  return unused;
}
int main(void) {
  pthread_barrier_init(&phase, NULL, 2);
  TWO_THREADS(one, two);
  return sums[0] + sums[1] == 3;
}
