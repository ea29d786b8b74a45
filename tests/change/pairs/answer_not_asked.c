//: what: a function is still called, and its answer decides nothing
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include "pair.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int value, other;
static int ask(void) { return other; }
static void *work(void *unused) {
-  if (ask() == 0) return unused;
+  ask();
  value++;
  return unused;
}
int main(void) {
  TWO_THREADS(work, work);
  return value > 2;
}
