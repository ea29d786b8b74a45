//: what: the thread is started before what it reads is set up
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include "pair.h"
static int limit, seen;
static void *compute(void *unused) {
  seen = limit;
  return unused;
}
int main(void) {
  pthread_t a;
-  limit = 10;
-  pthread_create(&a, NULL, compute, NULL);
+  pthread_create(&a, NULL, compute, NULL);
+  limit = 10;
  pthread_join(a, NULL);
  return seen == 11;
}
