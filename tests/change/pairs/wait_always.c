//: what: the wait comes without a question before it: what was signalled is lost
//: impact: changed
//: fault: deadlock
//: found: yes
#include "pair.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready;
static void *wait_for_it(void *unused) {
  pthread_mutex_lock(&lock);
-  while (!ready) pthread_cond_wait(&changed, &lock);
+  do pthread_cond_wait(&changed, &lock);
+  while (!ready);
  pthread_mutex_unlock(&lock);
  return unused;
}
static void *make_ready(void *unused) {
  pthread_mutex_lock(&lock);
  ready = 1;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&lock);
  return unused;
}
int main(void) {
  TWO_THREADS(wait_for_it, make_ready);
  return 0;
}
