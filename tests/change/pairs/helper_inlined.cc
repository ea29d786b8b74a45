//: what: a helper of one line is written into its caller: the same steps under the same lock
//: impact: changed
//: fault: none
#include <mutex>
#include <thread>
std::mutex m;
int total;
-void Bump() { ++total; }
void Add() {
  std::lock_guard<std::mutex> held(m);
-  Bump();
+  ++total;
}
int main() {
  std::thread a(Add), b(Add);
  a.join();
  b.join();
}
