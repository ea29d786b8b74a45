//: what: what a thread's function is bound to is shared, no longer copied
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <functional>
#include <thread>
struct Counter {
  int n = 0;
  void operator()() { ++n; }
};
int main() {
  Counter counter;
-  std::thread a(counter), b(counter);
+  std::thread a(std::ref(counter)), b(std::ref(counter));
  a.join();
  b.join();
  return counter.n > 2;
}
