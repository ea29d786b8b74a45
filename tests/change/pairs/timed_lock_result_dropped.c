//: what: whether the lock came in time is not asked any more
//: impact: changed
//: select: yes
//: fault: any
//: found: yes
#include "pair.h"
#include <time.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int value;
static void *work(void *unused) {
  struct timespec soon;
  clock_gettime(CLOCK_REALTIME, &soon);
-  if (pthread_mutex_timedlock(&lock, &soon) != 0) return unused;
+  pthread_mutex_timedlock(&lock, &soon);
  value++;
  pthread_mutex_unlock(&lock);
  return unused;
}
int main(void) {
  TWO_THREADS(work, work);
  return value > 2;
}
