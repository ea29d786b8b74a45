//: what: another text is printed
//: impact: changed
//: select: no
//: fault: none
#include <stdio.h>
#include "pair.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int n;
static void* a(void* p) {
  pthread_mutex_lock(&lock);
  n++;
  pthread_mutex_unlock(&lock);
-  fprintf(stderr, "done\n");
+  fprintf(stderr, "finished\n");
  return p;
}
int main(void) {
  TWO_THREADS(a, a);
  return 0;
}
