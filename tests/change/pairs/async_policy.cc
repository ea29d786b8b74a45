//: what: what was deferred runs in a thread of its own
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <future>
int total = 0;
int Work() { return ++total; }
int main() {
-  auto a = std::async(std::launch::deferred, Work);
+  auto a = std::async(std::launch::async, Work);
  auto b = std::async(std::launch::async, [] { return 1; });
  ++total;
  return a.get() + b.get() == 9;
}
