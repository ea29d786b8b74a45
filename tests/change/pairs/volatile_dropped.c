//: what: a flag is no longer volatile
//: impact: changed
//: select: yes
//: fault: none
#include "pair.h"
-static volatile int stop;
+static int stop;
static void *ask(void *unused) { return stop ? NULL : unused; }
static void *halt(void *unused) {
  stop = 1;
  return unused;
}
int main(void) {
  TWO_THREADS(ask, halt);
  return 0;
}
