//: what: `std::scoped_lock held(m)` becomes `std::scoped_lock(m)`, which declares a variable and locks nothing
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <mutex>
#include <thread>
static std::mutex m;
static int n;
static void Add() {
-  std::scoped_lock held(m);
+  std::scoped_lock<>(m);
  ++n;
}
int main() {
  std::thread a(Add), b(Add);
  a.join();
  b.join();
}
