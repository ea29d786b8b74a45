//: what: a latch is counted down before the write it announces
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <latch>
#include <thread>
std::latch done(1);
int result;
int main() {
  std::thread a([] {
-    result = 4;
    done.count_down();
+    result = 4;
  });
  done.wait();
  int seen = result;
  a.join();
  return seen == 5;
}
