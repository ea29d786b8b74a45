//: what: two declarations that do not depend on each other change places
//: impact: changed
//: select: none
//: fault: none
#include "pair.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;
static void *add(void *unused) {
-  int step = 2;
-  unsigned int times = 3;
+  unsigned times = 3;
+  int step = 2;
  pthread_mutex_lock(&lock);
  while (times-- > 0) total += step;
  pthread_mutex_unlock(&lock);
  return unused;
}
int main(void) {
  TWO_THREADS(add, add);
  return 0;
}
