//: what: the text of a message
//: impact: changed
//: select: no
//: fault: none
#include "pair.h"
#include <stdio.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;
static void *add(void *unused) {
  pthread_mutex_lock(&lock);
  ++total;
  pthread_mutex_unlock(&lock);
  return unused;
}
int main(void) {
  TWO_THREADS(add, add);
-  puts("done");
+  puts("ready");
  return total == 0;
}
