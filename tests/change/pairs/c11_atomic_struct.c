//: what: a struct of eight bytes is not atomic any more
//: impact: changed
//: select: yes
//: slow: yes
//: fault: race
//: found: yes
#include "pair.h"
struct point { int x, y; };
-static _Atomic struct point at;
+static struct point at;
static void* one(void* unused) {
  struct point p = {1, 2};
  at = p;
  return unused;
}
static void* two(void* unused) {
  struct point p = at;
  return p.x > 5 ? unused : NULL;
}
int main(void) {
  TWO_THREADS(one, two);
  return 0;
}
