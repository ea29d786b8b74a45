//: what: a comment moves a line, and the number of the line chooses the lock
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
//: slow: yes
#include "pair.h"
static pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
#define MINE locks[__LINE__ % 2]
static int n;
static void add(pthread_mutex_t* lock) {
  pthread_mutex_lock(lock);
  ++n;
  pthread_mutex_unlock(lock);
}
+// One of two.
static void* one(void* unused) { add(&MINE); return unused; }
static void* two(void* unused) { add(&locks[0]); return unused; }
int main(void) {
  TWO_THREADS(one, two);
  return 0;
}
