//: what: the result is read before the join
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
-  int seen = result;
+  int seen = result;
+  pthread_join(a, NULL);
  return seen == 8;
}
