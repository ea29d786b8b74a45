//: what: a semaphore that was a lock lets two in
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include "pair.h"
static sem_t slots;
static int total;
static void *add(void *unused) {
  sem_wait(&slots);
  ++total;
  sem_post(&slots);
  return unused;
}
int main(void) {
-  sem_init(&slots, 0, 1);
+  sem_init(&slots, 0, 2);
  TWO_THREADS(add, add);
  return total == 0;
}
