//: what: nobody posts
//: impact: changed
//: fault: deadlock
//: found: yes
#include "pair.h"
static sem_t full;
static void *produce(void *unused) {
-  sem_post(&full);
  return unused;
}
static void *consume(void *unused) {
  sem_wait(&full);
  return unused;
}
int main(void) {
  sem_init(&full, 0, 0);
  TWO_THREADS(produce, consume);
  return 0;
}
