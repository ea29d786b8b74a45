//: what: the second of two writes comes after the unlock
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include "pair.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int low, high;
static void *grow(void *unused) {
  pthread_mutex_lock(&lock);
  low--;
-  high++;
  pthread_mutex_unlock(&lock);
+  high++;
  return unused;
}
int main(void) {
  TWO_THREADS(grow, grow);
  return low + high;
}
