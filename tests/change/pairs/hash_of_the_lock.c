//: what: a hash that picks one of four locks loses its mask for pairs
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include "pair.h"
static pthread_mutex_t locks[4] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static int cells[2];
static unsigned hash(unsigned key) {
-  return (key >> 1) & 3;
+  return key & 3;
}
static void add(unsigned key) {
  pthread_mutex_lock(&locks[hash(key)]);
  cells[key >> 1]++;
  pthread_mutex_unlock(&locks[hash(key)]);
}
static void *zero(void *unused) { add(0); return unused; }
static void *one(void *unused) { add(1); return unused; }
int main(void) {
  TWO_THREADS(zero, one);
  return 0;
}
