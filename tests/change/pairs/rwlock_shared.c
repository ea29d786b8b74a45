//: what: a writer takes the read side
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include "pair.h"
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int total;
static void *add(void *unused) {
-  pthread_rwlock_wrlock(&lock);
+  pthread_rwlock_rdlock(&lock);
  ++total;
  pthread_rwlock_unlock(&lock);
  return unused;
}
int main(void) {
  TWO_THREADS(add, add);
  return total == 0;
}
