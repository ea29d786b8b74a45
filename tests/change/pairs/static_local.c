//: what: a local becomes static
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include "pair.h"
static int format(int n) {
-  int digits[4] = {0};
+  static int digits[4];
  for (int i = 0; i < 4; i++) digits[i] = n;
  return digits[3];
}
static void *one(void *unused) { return format(1) ? unused : NULL; }
static void *two(void *unused) { return format(2) ? unused : NULL; }
int main(void) {
  TWO_THREADS(one, two);
  return 0;
}
