//: what: a typedef in a header is no longer atomic
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include "pair.h"
#include "types.h"
static count_t total;
static void *add(void *unused) {
  total += 1;
  return unused;
}
int main(void) {
  TWO_THREADS(add, add);
  return 0;
}
//: file: types.h
-typedef _Atomic int count_t;
+typedef int count_t;
