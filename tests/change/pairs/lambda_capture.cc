//: what: a lambda captures by reference what it had a copy of
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <thread>
int main() {
  int total = 0;
-  auto work = [total]() mutable { ++total; };
+  auto work = [&total]() mutable { ++total; };
  std::thread a(work), b(work);
  a.join();
  b.join();
  return total == 9;
}
