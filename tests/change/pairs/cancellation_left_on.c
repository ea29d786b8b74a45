//: what: cancellation stays enabled while the lock is held
//: slow: yes
//: impact: changed
//: fault: deadlock
//: found: yes
#include "pair.h"
#include <unistd.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int n;
static void *work(void *unused) {
  int was;
-  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &was);
+  pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &was);
  pthread_mutex_lock(&lock);
  ++n;
  usleep(1);
  pthread_mutex_unlock(&lock);
  pthread_setcancelstate(was, NULL);
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  pthread_cancel(t);
  pthread_mutex_lock(&lock);
  ++n;
  pthread_mutex_unlock(&lock);
  pthread_join(t, NULL);
  return 0;
}
