//: what: each thread had a buffer of its own
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include "pair.h"
-static _Thread_local int buffer[4];
+static int buffer[4];
static void *fill(void *unused) {
  for (int i = 0; i < 4; i++) buffer[i] = i;
  return unused;
}
int main(void) {
  TWO_THREADS(fill, fill);
  return 0;
}
