//: what: the same source is built as another C++
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
//: force: yes
//: old-flags: -std=c++17
//: new-flags: -std=c++20
#include <mutex>
#include <thread>
std::mutex m;
int total;
void Add() {
#if __cplusplus < 202002L
  std::lock_guard<std::mutex> held(m);
#endif
  ++total;
}
int main() {
  std::thread a(Add), b(Add);
  a.join();
  b.join();
}
