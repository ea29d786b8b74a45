//: what: an atomic flag becomes volatile, which orders nothing
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include "pair.h"
#include <stdatomic.h>
static int payload;
-static atomic_int ready;
+static volatile int ready;
static void *produce(void *unused) {
  payload = 7;
  ready = 1;
  return unused;
}
static void *consume(void *unused) {
  if (ready) assert(payload == 7);
  return unused;
}
int main(void) {
  TWO_THREADS(produce, consume);
  return 0;
}
