//: what: a new function that runs before main turns locking off
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include "pair.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int locking = 1, jobs;
+__attribute__((constructor)) static void single_threaded(void) { locking = 0; }
static void* work(void* p) {
  if (locking) pthread_mutex_lock(&lock);
  jobs++;
  if (locking) pthread_mutex_unlock(&lock);
  return p;
}
int main(void) {
  TWO_THREADS(work, work);
  return 0;
}
