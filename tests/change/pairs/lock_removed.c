//: what: a counter is no longer counted under its lock
//: impact: changed
//: points: ::total
//: select: yes
//: fault: race
//: found: yes
#include "pair.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;
static void *add(void *unused) {
-  pthread_mutex_lock(&lock);
  ++total;
-  pthread_mutex_unlock(&lock);
  return unused;
}
static void *add_locked(void *unused) {
  pthread_mutex_lock(&lock);
  ++total;
  pthread_mutex_unlock(&lock);
  return unused;
}
int main(void) {
  TWO_THREADS(add, add_locked);
  return total == 0;
}
