//: what: a member of a member of a global
//: impact: changed
//: points: Limits::high
//: select: yes
//: fault: race
//: found: yes
#include "pair.h"
struct Limits {
  int low = 0;
-  int high = 100;
+  int high = 1;
};
struct Store {
  int size = 5;
  Limits limits;
  int spilled = 0;
};
static Store store;
static void* work(void* unused) {
  if (store.size > store.limits.high) store.spilled++;
  return unused;
}
int main() {
  TWO_THREADS(work, work);
  return store.spilled == 9;
}
