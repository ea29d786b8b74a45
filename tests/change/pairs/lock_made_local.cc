//: what: the lock of a function is a local object of each call now, no longer a static one
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
//: slow: yes
#include <mutex>
#include <thread>
int n;
void Count() {
-  static std::mutex m;
+  std::mutex m;
  std::lock_guard<std::mutex> guard(m);
  ++n;
}
int main() {
  std::thread a(Count);
  std::thread b(Count);
  a.join();
  b.join();
}
