//: what: the same by the initial value of a global threshold
//: impact: changed
//: points: ::threshold
//: select: yes
//: fault: race
//: found: yes
#include "pair.h"
-static int threshold = 100;
+static int threshold = 1;
static int size = 5, spilled;
static void *add(void *unused) {
  if (size > threshold) spilled++;
  return unused;
}
int main(int argc, char **argv) {
  (void)argv;
  threshold += argc - 1;
  TWO_THREADS(add, add);
  return spilled == 9;
}
