//: what: both threads are given the same object
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include "pair.h"
static int a, b;
static void *add(void *where) {
  ++*(int *)where;
  return NULL;
}
int main(void) {
  pthread_t x, y;
  pthread_create(&x, NULL, add, &a);
-  pthread_create(&y, NULL, add, &b);
+  pthread_create(&y, NULL, add, &a);
  pthread_join(x, NULL);
  pthread_join(y, NULL);
  return a + b == 0;
}
