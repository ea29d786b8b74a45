//: what: a field declared in a header is no longer atomic
//: impact: changed
//: points: Counter::total
//: select: yes
//: fault: race
//: found: yes
#include <atomic>
#include "pair.h"
#include "counter.h"
static Counter counter;
static void* work(void* unused) {
  counter.total++;
  return unused;
}
int main() {
  TWO_THREADS(work, work);
  return counter.total == 0;
}
//: file: counter.h
struct Counter {
-  std::atomic<int> total{0};
+  int total = 0;
};
