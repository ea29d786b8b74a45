//: what: a thread's message says more
//: impact: changed
//: select: none
//: fault: none
#include "pair.h"
#include <stdio.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;
static void *add(void *unused) {
-  fprintf(stderr, "adding\n");
+  fprintf(stderr, "add: adding one\n");
  pthread_mutex_lock(&lock);
  ++total;
  pthread_mutex_unlock(&lock);
  return unused;
}
int main(void) {
  TWO_THREADS(add, add);
  return 0;
}
