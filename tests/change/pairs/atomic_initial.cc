//: what: an atomic flag starts as true
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <atomic>
#include "pair.h"
-static std::atomic<bool> open{false};
+static std::atomic<bool> open{true};
static int total;
static void* work(void* unused) {
  if (open.load()) ++total;
  return unused;
}
int main() {
  TWO_THREADS(work, work);
  return total == 9;
}
