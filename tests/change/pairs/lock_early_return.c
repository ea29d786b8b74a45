//: what: a new early return keeps the lock
//: impact: changed
//: fault: deadlock
//: found: yes
#include "pair.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;
static void *add(void *unused) {
  pthread_mutex_lock(&lock);
+  if (total == 1) return unused;
  ++total;
  pthread_mutex_unlock(&lock);
  return unused;
}
int main(void) {
  TWO_THREADS(add, add);
  pthread_mutex_lock(&lock);
  return total == 0;
}
