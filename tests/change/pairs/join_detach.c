//: what: the thread is no longer joined before its result is read
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include "pair.h"
static int result;
static void *compute(void *unused) {
  result = 7;
  return unused;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, compute, NULL);
-  pthread_join(a, NULL);
+  pthread_detach(a);
  return result == 8;
}
