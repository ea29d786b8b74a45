//: what: a pthread spin lock is no longer taken
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include "pair.h"
static pthread_spinlock_t lock;
static int total;
static void *add(void *unused) {
-  pthread_spin_lock(&lock);
  ++total;
-  pthread_spin_unlock(&lock);
  return unused;
}
int main(void) {
  pthread_spin_init(&lock, 0);
  TWO_THREADS(add, add);
  return total == 0;
}
