//: what: a write lock is only tried and the answer thrown away
//: impact: changed
//: select: yes
//: fault: any
//: found: yes
#include "pair.h"
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int total;
static void *add(void *unused) {
-  pthread_rwlock_wrlock(&lock);
+  pthread_rwlock_trywrlock(&lock);
  ++total;
  pthread_rwlock_unlock(&lock);
  return unused;
}
int main(void) {
  TWO_THREADS(add, add);
  return 0;
}
