//: what: a constant says how many threads there are: two instead of one
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
-  enum { kThreads = 1 };
+  enum { kThreads = 2 };
  pthread_t threads[4];
  for (int i = 0; i < kThreads; i++) pthread_create(&threads[i], NULL, add, NULL);
  for (int i = 0; i < kThreads; i++) pthread_join(threads[i], NULL);
  return total == 0;
}
