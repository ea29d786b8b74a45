//: what: a lock is tried, and nobody asks whether it was got
//: impact: changed
//: select: yes
//: fault: any
//: found: yes
#include "pair.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int value, other;
static void *work(void *unused) {
-  if (pthread_mutex_trylock(&lock) != 0) return unused;
+  pthread_mutex_trylock(&lock);
  value++;
  pthread_mutex_unlock(&lock);
  return unused;
}
int main(void) {
  TWO_THREADS(work, work);
  return value > 2;
}
