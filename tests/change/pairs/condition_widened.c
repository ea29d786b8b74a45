//: what: a condition is true more often: a block that no recorded run entered is entered now
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include "pair.h"
static int size = 5, spilled;
static void *add(void *unused) {
-  if (size > 100) spilled++;
+  if (size > 1) spilled++;
  return unused;
}
int main(void) {
  TWO_THREADS(add, add);
  return spilled == 9;
}
