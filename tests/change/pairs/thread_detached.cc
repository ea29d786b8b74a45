//: what: join becomes detach
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <thread>
int result = 0;
int main() {
  std::thread a([] { result = 7; });
-  a.join();
+  a.detach();
  return result == 8;
}
