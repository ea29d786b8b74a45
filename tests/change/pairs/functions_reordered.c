//: what: functions and globals in another order
//: impact: same
//: fault: none
#include "pair.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
-static int total, limit = 3;
+static int limit = 3, total;
-static int more(void) { return total < limit; }
-static int fewer(void) { return total > limit; }
+static int fewer(void) { return total > limit; }
+static int more(void) { return total < limit; }
static void *add(void *unused) {
  pthread_mutex_lock(&lock);
  if (more() && !fewer()) ++total;
  pthread_mutex_unlock(&lock);
  return unused;
}
int main(void) {
  TWO_THREADS(add, add);
  return total == 0;
}
