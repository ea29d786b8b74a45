//: what: an enumerator has another value
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include "pair.h"
-enum Size { kSmall = 1, kLarge = 100 };
+enum Size { kSmall = 1, kLarge = 2 };
static int size = 5, spilled;
static void* work(void* unused) {
  if (size > kLarge) spilled++;
  return unused;
}
int main() {
  TWO_THREADS(work, work);
  return spilled == 9;
}
