//: what: a cancelled thread no longer unlocks in a handler
//: impact: changed
//: fault: deadlock
//: found: yes
#include "pair.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;
static void unlock(void *m) { pthread_mutex_unlock(m); }
static void *add(void *unused) {
  pthread_mutex_lock(&lock);
-  pthread_cleanup_push(unlock, &lock);
  ++total;
  pthread_testcancel();
-  pthread_cleanup_pop(1);
+  unlock(&lock);
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
