//: what: the index of a lock is narrowed, and two threads' numbers no longer fall on one
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include "pair.h"
static pthread_mutex_t locks[3] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static int total;
-typedef unsigned index_t;
+typedef unsigned char index_t;
static void add(index_t i) {
  pthread_mutex_lock(&locks[i % 3]);
  ++total;
  pthread_mutex_unlock(&locks[i % 3]);
}
static void *with_first(void *unused) {
  add(300);
  return unused;
}
static void *with_second(void *unused) {
  add(0);
  return unused;
}
int main(void) {
  TWO_THREADS(with_first, with_second);
  return total == 0;
}
