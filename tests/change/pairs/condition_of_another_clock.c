//: what: a condition no longer uses the clock that its time limits are of
//: impact: changed
//: fault: assert
//: found: yes
#include "pair.h"
#include <time.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond;
static int ready;
static void *set(void *unused) {
  pthread_mutex_lock(&lock);
  ready = 1;
  pthread_cond_signal(&cond);
  pthread_mutex_unlock(&lock);
  return unused;
}
int main(void) {
  pthread_condattr_t a;
  pthread_condattr_init(&a);
-  pthread_condattr_setclock(&a, CLOCK_MONOTONIC);
  pthread_cond_init(&cond, &a);
  pthread_t t;
  pthread_create(&t, NULL, set, NULL);
  struct timespec at;
  clock_gettime(CLOCK_MONOTONIC, &at);
  at.tv_sec += 3600;
  pthread_mutex_lock(&lock);
  int late = 0;
  while (!ready && !late) late = pthread_cond_timedwait(&cond, &lock, &at) != 0;
  pthread_mutex_unlock(&lock);
  assert(!late);
  pthread_join(t, NULL);
  return 0;
}
