//: what: the state is set outside of the lock
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include "pair.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready;
static void *wait_for_it(void *unused) {
  pthread_mutex_lock(&lock);
  while (!ready) pthread_cond_wait(&changed, &lock);
  pthread_mutex_unlock(&lock);
  return unused;
}
static void *make_ready(void *unused) {
-  pthread_mutex_lock(&lock);
-  ready = 1;
+  ready = 1;
+  pthread_mutex_lock(&lock);
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&lock);
  return unused;
}
int main(void) {
  TWO_THREADS(wait_for_it, make_ready);
  return 0;
}
