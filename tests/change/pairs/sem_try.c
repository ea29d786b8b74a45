//: what: the semaphore is only tried, whatever the answer
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include "pair.h"
static sem_t one_of_us;
static int total;
static void *add(void *unused) {
-  sem_wait(&one_of_us);
+  int had = sem_trywait(&one_of_us);
  ++total;
-  sem_post(&one_of_us);
+  if (had == 0) sem_post(&one_of_us);
  return unused;
}
int main(void) {
  sem_init(&one_of_us, 0, 1);
  TWO_THREADS(add, add);
  return total == 0;
}
