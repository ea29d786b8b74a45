//: what: the same source, built without -DUSE_LOCK
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
//: old-flags: -DUSE_LOCK
#include "pair.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;
static void *add(void *unused) {
#ifdef USE_LOCK
  pthread_mutex_lock(&lock);
#endif
  ++total;
#ifdef USE_LOCK
  pthread_mutex_unlock(&lock);
#endif
  return unused;
}
int main(void) {
  (void)lock;
  TWO_THREADS(add, add);
  return total == 0;
}
