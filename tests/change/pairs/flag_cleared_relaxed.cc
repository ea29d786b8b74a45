//: what: a spin lock of atomic_flag is given back without an order
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <atomic>
#include <thread>
std::atomic_flag busy;
int total;
void Add() {
  while (busy.test_and_set(std::memory_order_acquire)) std::this_thread::yield();
  ++total;
-  busy.clear(std::memory_order_release);
+  busy.clear(std::memory_order_relaxed);
}
int main() {
  std::thread a(Add), b(Add);
  a.join();
  b.join();
}
