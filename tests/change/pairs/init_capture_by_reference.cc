//: what: a captured copy becomes a captured reference to the same variable
//: impact: changed
//: select: yes
//: slow: yes
//: fault: race
//: found: yes
#include <thread>
int main() {
  int base = 1;
-  auto work = [n = base]() mutable { n += 2; return n; };
+  auto work = [&n = base]() mutable { n += 2; return n; };
  std::thread a(work), b(work);
  a.join();
  b.join();
  return base > 100;
}
