//: what: the first of three globals with constructors is gone, and the last has another value
//: impact: changed
//: not-points: ::two
//: select: yes
//: fault: race
//: found: yes
#include "pair.h"
struct Loud {
  explicit Loud(int n) : value(n) {}
  int value;
};
int Number(int n) { return n; }
-static Loud one(Number(1));
static Loud two(Number(2));
-static Loud three(Number(100));
+static Loud three(Number(1));
static int total, size = 5;
static void* work(void* unused) {
  if (size > three.value) total++;
  return unused;
}
int main() {
  TWO_THREADS(work, work);
  return total == two.value + 7;
}
