//: what: a lock is only tried and nobody asks whether it was taken
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <mutex>
#include <thread>
std::mutex m;
int total;
void Add() {
-  std::unique_lock<std::mutex> held(m);
+  std::unique_lock<std::mutex> held(m, std::try_to_lock);
  ++total;
}
int main() {
  std::thread a(Add), b(Add);
  a.join();
  b.join();
}
