//: what: a buffer is freed before the thread that reads it is joined
//: impact: changed
//: select: yes
//: fault: any
//: found: yes
#include "pair.h"
#include <stdlib.h>
static void *reads(void *p) { return (void *)(long)*(int *)p; }
int main(void) {
  int *p = calloc(1, sizeof *p);
  pthread_t a;
  pthread_create(&a, NULL, reads, p);
-  pthread_join(a, NULL);
  free(p);
+  pthread_join(a, NULL);
  return 0;
}
