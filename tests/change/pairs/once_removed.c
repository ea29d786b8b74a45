//: what: what was set up once is set up by whoever finds it missing
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include "pair.h"
static pthread_once_t once = PTHREAD_ONCE_INIT;
static int made, value;
static void make(void) { made++, value = 7; }
static void *use(void *unused) {
-  pthread_once(&once, make);
+  if (!value) make();
  return value ? unused : NULL;
}
int main(void) {
  (void)once;
  TWO_THREADS(use, use);
  return made == 0;
}
