//: what: a sleep replaces the join
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <chrono>
#include <thread>
static int result;
int main() {
  std::thread t([] { result = 4; });
-  t.join();
-  return result != 4;
+  std::this_thread::sleep_for(std::chrono::milliseconds(50));
+  int r = result;
+  t.join();
+  return r > 4;
}
