//: what: the waiting thread uses another mutex than the one that signals
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include "pair.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready;
static void *waiter(void *unused) {
-  pthread_mutex_lock(&lock);
-  while (!ready) pthread_cond_wait(&changed, &lock);
-  pthread_mutex_unlock(&lock);
+  pthread_mutex_lock(&other);
+  while (!ready) pthread_cond_wait(&changed, &other);
+  pthread_mutex_unlock(&other);
  return unused;
}
static void *signaller(void *unused) {
  pthread_mutex_lock(&lock);
  ready = 1;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&lock);
  return unused;
}
int main(void) {
  (void)other;
  TWO_THREADS(waiter, signaller);
  return 0;
}
