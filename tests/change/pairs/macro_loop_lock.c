//: what: a macro that runs its block under a lock gives the lock back before the block
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include "pair.h"
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;
-#define WITH(l) for (int once = (pthread_mutex_lock(l), 1); once; once = (pthread_mutex_unlock(l), 0))
+#define WITH(l) for (int once = (pthread_mutex_lock(l), pthread_mutex_unlock(l), 1); once; once = 0)
static void *work(void *unused) {
  WITH(&m) { n++; }
  return unused;
}
int main(void) {
  TWO_THREADS(work, work);
  return 0;
}
