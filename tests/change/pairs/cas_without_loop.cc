//: what: a compare-and-exchange is no longer repeated
//: impact: changed
//: fault: assert
//: found: yes
#include <atomic>
#include <cassert>
#include <thread>
std::atomic<int> total;
void Add() {
  int seen = total.load();
-  while (!total.compare_exchange_weak(seen, seen + 1)) {
-  }
+  total.compare_exchange_weak(seen, seen + 1);
}
int main() {
  std::thread a(Add), b(Add);
  a.join();
  b.join();
  assert(total == 2);
}
