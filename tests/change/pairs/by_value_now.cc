//: what: each thread has a copy of the number now, which both counted in an atomic before
//: impact: changed
//: fault: none
#include <atomic>
#include <thread>
int main() {
-  std::atomic<int> n{0};
-  auto work = [&n] { ++n; };
+  int n = 0;
+  auto work = [n]() mutable { ++n; };
  std::thread a(work), b(work);
  a.join();
  b.join();
  return 0;
}
