//: what: main returns instead of leaving by pthread_exit: a detached thread is cut
//: impact: changed
//: fault: assert
//: found: yes
#include "pair.h"
#include <stdlib.h>
static int opened, closed;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void at_end(void) {
  pthread_mutex_lock(&lock);
  assert(opened == closed);
  pthread_mutex_unlock(&lock);
}
static void *work(void *unused) {
  pthread_mutex_lock(&lock);
  ++opened;
  pthread_mutex_unlock(&lock);
  pthread_mutex_lock(&lock);
  ++closed;
  pthread_mutex_unlock(&lock);
  return unused;
}
int main(void) {
  atexit(at_end);
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  pthread_detach(t);
-  pthread_exit(NULL);
+  return 0;
}
