//: what: a thread that can be cancelled in its critical section keeps the lock
//: impact: changed
//: fault: deadlock
//: found: yes
#include "pair.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;
static void *add(void *unused) {
  int old;
-  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old);
+  pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &old);
  pthread_mutex_lock(&lock);
  ++total;
  pthread_testcancel();
  pthread_mutex_unlock(&lock);
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, add, NULL);
  pthread_cancel(thread);
  pthread_join(thread, NULL);
  pthread_mutex_lock(&lock);
  ++total;
  pthread_mutex_unlock(&lock);
  return total == 0;
}
