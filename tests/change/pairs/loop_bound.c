//: what: a loop goes one further, into the neighbour's part
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include "pair.h"
static int cells[4];
static void *low(void *unused) {
-  for (int i = 0; i < 2; i++) cells[i]++;
+  for (int i = 0; i < 3; i++) cells[i]++;
  return unused;
}
static void *high(void *unused) {
  for (int i = 2; i < 4; i++) cells[i]++;
  return unused;
}
int main(void) {
  TWO_THREADS(low, high);
  return cells[0] == 0;
}
