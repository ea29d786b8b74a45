//: what: what main did itself is done by a second thread
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include "pair.h"
static int total;
static void *add(void *unused) {
  ++total;
  return unused;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, add, NULL);
-  pthread_join(a, NULL);
-  add(NULL);
+  pthread_create(&b, NULL, add, NULL);
+  pthread_join(a, NULL);
+  pthread_join(b, NULL);
  return total == 0;
}
