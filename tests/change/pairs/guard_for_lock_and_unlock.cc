//: what: lock and unlock become a guard over the same lines
//: impact: changed
//: fault: none
#include <mutex>
#include <thread>
std::mutex m;
int total;
void Add() {
-  m.lock();
+  std::lock_guard<std::mutex> held(m);
  ++total;
-  m.unlock();
}
int main() {
  std::thread a(Add), b(Add);
  a.join();
  b.join();
}
