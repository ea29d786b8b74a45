//: what: a plain mutex becomes recursive
//: impact: changed
//: fault: none
#include "pair.h"
static pthread_mutex_t lock;
static int total;
static void *add(void *unused) {
  pthread_mutex_lock(&lock);
  ++total;
  pthread_mutex_unlock(&lock);
  return unused;
}
int main(void) {
  pthread_mutexattr_t kind;
  pthread_mutexattr_init(&kind);
-  pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_NORMAL);
+  pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&lock, &kind);
  TWO_THREADS(add, add);
  return total == 0;
}
