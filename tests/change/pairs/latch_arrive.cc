//: what: a thread counts a latch down and no longer waits for the other
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <latch>
#include <thread>
static int left_part, right_part;
int main() {
  std::latch both(2);
  std::thread a([&] {
    left_part = 1;
-    both.arrive_and_wait();
+    both.count_down();
    (void)*(volatile int*)&right_part;
  });
  std::thread b([&] {
    right_part = 1;
    both.arrive_and_wait();
    (void)*(volatile int*)&left_part;
  });
  a.join();
  b.join();
}
