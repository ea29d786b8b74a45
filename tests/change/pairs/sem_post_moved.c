//: what: the producer posts before it has produced
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include "pair.h"
static sem_t full;
static int item;
static void *produce(void *unused) {
-  item = 7;
-  sem_post(&full);
+  sem_post(&full);
+  item = 7;
  return unused;
}
static void *consume(void *unused) {
  sem_wait(&full);
  return item ? unused : NULL;
}
int main(void) {
  sem_init(&full, 0, 0);
  TWO_THREADS(produce, consume);
  return 0;
}
