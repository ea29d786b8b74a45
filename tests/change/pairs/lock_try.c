//: what: the lock is only tried, and the answer ignored
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include "pair.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;
static void *add(void *unused) {
-  pthread_mutex_lock(&lock);
+  int had = pthread_mutex_trylock(&lock);
  ++total;
-  pthread_mutex_unlock(&lock);
+  if (had == 0) pthread_mutex_unlock(&lock);
  return unused;
}
int main(void) {
  TWO_THREADS(add, add);
  return total == 0;
}
