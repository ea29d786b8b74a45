//: what: an atomic counter becomes plain
//: impact: changed
//: points: ::total
//: select: yes
//: fault: race
//: found: yes
#include "pair.h"
#include <stdatomic.h>
-static atomic_int total;
+static int total;
static void *add(void *unused) {
  total++;
  return unused;
}
int main(void) {
  TWO_THREADS(add, add);
  return total == 0;
}
