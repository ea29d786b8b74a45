//: what: an atomic's ++ becomes a sum that is assigned
//: impact: changed
//: fault: assert
//: found: yes
#include <atomic>
#include <cassert>
#include <thread>
std::atomic<int> total;
void Add() {
-  ++total;
+  total = total + 1;
}
int main() {
  std::thread a(Add), b(Add);
  a.join();
  b.join();
  assert(total == 2);
}
