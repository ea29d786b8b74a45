//: what: a function gets a longer name, and the length of its name chooses the lock
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
//: slow: yes
#include <mutex>
#include <thread>
std::mutex locks[2];
int n;
-void Add() {
+void Adds() {
  std::lock_guard<std::mutex> guard(locks[sizeof(__func__) % 2]);
  ++n;
}
void Take() {
  std::lock_guard<std::mutex> guard(locks[0]);
  --n;
}
int main() {
-  std::thread a(Add);
+  std::thread a(Adds);
  std::thread b(Take);
  a.join();
  b.join();
}
