//: what: a counter goes, and what counted in it counts in another one that was there
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include "pair.h"
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, k = PTHREAD_MUTEX_INITIALIZER;
-static int hits, misses;
+static int misses;
static void *one(void *unused) {
  pthread_mutex_lock(&m);
-  hits++;
+  misses++;
  pthread_mutex_unlock(&m);
  return unused;
}
static void *two(void *unused) {
  pthread_mutex_lock(&k);
  misses++;
  pthread_mutex_unlock(&k);
  return unused;
}
int main(void) {
  TWO_THREADS(one, two);
  return 0;
}
