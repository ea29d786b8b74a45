//: what: a reader takes the write side: slower, not wrong
//: impact: changed
//: fault: none
#include "pair.h"
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int total, seen;
static void *add(void *unused) {
  pthread_rwlock_wrlock(&lock);
  ++total;
  pthread_rwlock_unlock(&lock);
  return unused;
}
static void *look(void *unused) {
-  pthread_rwlock_rdlock(&lock);
+  pthread_rwlock_wrlock(&lock);
  seen = total;
  pthread_rwlock_unlock(&lock);
  return unused;
}
int main(void) {
  TWO_THREADS(add, look);
  return seen > total;
}
