//: what: inherited constructors leave the flag of the derived class at what it is by default
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <mutex>
#include <thread>
static std::mutex m;
static int total;
struct Base {
  int step;
  explicit Base(int n) : step(n) {}
};
struct Counter : Base {
  bool locked = false;
-  explicit Counter(int n) : Base(n), locked(true) {}
+  using Base::Base;
  void Add() {
    std::unique_lock<std::mutex> held(m, std::defer_lock);
    if (locked) held.lock();
    total += step;
  }
};
static Counter counter(1);
int main() {
  std::thread a([] { counter.Add(); }), b([] { counter.Add(); });
  a.join();
  b.join();
  return total == 0;
}
