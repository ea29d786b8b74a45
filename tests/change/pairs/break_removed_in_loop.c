//: what: a loop goes on after the element that was looked for
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include "pair.h"

static int wanted[2] = {1, 0}, misses;
static void* search(void* p) {
  for (int i = 0; i < 2; i++) {
    if (wanted[i]) {
      p = NULL;
-      break;
+      ;
    }
    else continue;
    misses++;
  }
  return p;
}
int main(void) {
  TWO_THREADS(search, search);
  return 0;
}
