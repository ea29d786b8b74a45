//: what: fewer stripes: two keys share a counter that has no lock
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include "pair.h"
-#define STRIPES 4
+#define STRIPES 2
static int counters[STRIPES];
static void count(unsigned key) { counters[key % STRIPES]++; }
static void *one(void *unused) {
  count(1);
  return unused;
}
static void *three(void *unused) {
  count(3);
  return unused;
}
int main(void) {
  TWO_THREADS(one, three);
  return 0;
}
