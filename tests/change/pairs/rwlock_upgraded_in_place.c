//: what: a reader takes the write lock without giving back its own
//: slow: yes
//: impact: changed
//: select: yes
//: fault: deadlock
//: found: yes
#include "pair.h"
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int made;
static void *get(void *unused) {
  pthread_rwlock_rdlock(&lock);
  int have = made;
-  pthread_rwlock_unlock(&lock);
  if (!have) {
    pthread_rwlock_wrlock(&lock);
    made = 1;
    pthread_rwlock_unlock(&lock);
  }
+  pthread_rwlock_unlock(&lock);
  return unused;
}
int main(void) {
  TWO_THREADS(get, get);
  return 0;
}
