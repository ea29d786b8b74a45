//: what: a thread arrives at a barrier and no longer waits there
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <barrier>
#include <thread>
int cell = 0, sum = 0;
int main() {
  std::barrier<> phase(2);
  std::thread a([&] {
    cell = 1;
    phase.arrive_and_wait();
  });
  std::thread b([&] {
-    phase.arrive_and_wait();
+    (void)phase.arrive();
    sum = cell;
  });
  a.join();
  b.join();
  return sum == 9;
}
