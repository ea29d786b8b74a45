//: what: a latch is asked once and not until it is open
//: impact: changed
//: select: yes
//: slow: yes
//: fault: race
//: found: yes
#include <latch>
#include <thread>
static std::latch ready(1);
static int payload, seen;
int main() {
  std::thread a([] {
    payload = 3;
    ready.count_down();
  });
  std::thread b([] {
-    while (!ready.try_wait()) std::this_thread::yield();
+    if (!ready.try_wait()) std::this_thread::yield();
    seen = payload;
  });
  a.join();
  b.join();
  return seen > 5;
}
