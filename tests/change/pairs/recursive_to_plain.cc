//: what: a recursive mutex that is taken twice becomes a plain one
//: impact: changed
//: select: yes
//: fault: deadlock
//: found: yes
#include <mutex>
#include <thread>
-using Mutex = std::recursive_mutex;
+using Mutex = std::mutex;
Mutex m;
int total;
void Add() {
  std::lock_guard<Mutex> held(m);
  ++total;
}
void AddTwice() {
  std::lock_guard<Mutex> held(m);
  Add();
  Add();
}
int main() {
  std::thread a(Add), b(AddTwice);
  a.join();
  b.join();
}
