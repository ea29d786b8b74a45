//: what: the attribute that made a mutex recursive is gone: a function that calls itself blocks
//: impact: changed
//: fault: deadlock
//: found: yes
#include "pair.h"
static pthread_mutex_t lock;
static int depth;
static void enter(int n) {
  pthread_mutex_lock(&lock);
  depth += n;
  if (n > 0) enter(n - 1);
  pthread_mutex_unlock(&lock);
}
static void *work(void *unused) {
  enter(1);
  return unused;
}
int main(void) {
  pthread_mutexattr_t attribute;
  pthread_mutexattr_init(&attribute);
-  pthread_mutexattr_settype(&attribute, PTHREAD_MUTEX_RECURSIVE);
+  pthread_mutexattr_settype(&attribute, PTHREAD_MUTEX_NORMAL);
  pthread_mutex_init(&lock, &attribute);
  TWO_THREADS(work, work);
  return depth == 0;
}
