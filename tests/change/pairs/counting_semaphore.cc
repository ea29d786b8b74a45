//: what: a semaphore of C++20 lets two in
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <semaphore>
#include "pair.h"
-static std::counting_semaphore<4> slots(1);
+static std::counting_semaphore<4> slots(2);
static int total;
static void* work(void* unused) {
  slots.acquire();
  ++total;
  slots.release();
  return unused;
}
int main() {
  TWO_THREADS(work, work);
  return total == 0;
}
