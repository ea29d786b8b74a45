//: what: a latch opens after one of two
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <latch>
#include <thread>
int one = 0, two = 0;
int main() {
-  std::latch done(2);
+  std::latch done(1);
  std::thread a([&] { one = 1, done.count_down(); });
  std::thread b([&] { two = 1, done.count_down(); });
  done.wait();
  const int sum = one + two;
  a.join();
  b.join();
  return sum == 9;
}
