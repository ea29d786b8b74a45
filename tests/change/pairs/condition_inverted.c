//: what: the lock is left out where it is needed
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include "pair.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int shared = 1, total;
static void *add(void *unused) {
-  int need = shared != 0;
+  int need = shared == 0;
  if (need) pthread_mutex_lock(&lock);
  ++total;
  if (need) pthread_mutex_unlock(&lock);
  return unused;
}
int main(void) {
  TWO_THREADS(add, add);
  return total == 0;
}
