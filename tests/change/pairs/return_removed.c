//: what: an early return is gone, so that the rest runs in a state in which it did not
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <stdio.h>
#include "pair.h"

static int ready, sent;
static void* flush(void* p) {
  if (!ready) {
    fputs("not ready\n", stderr);
-    return p;
  }
  sent++;
  return p;
}
int main(void) {
  TWO_THREADS(flush, flush);
  return 0;
}
