//: what: lock_guard became scoped_lock
//: impact: changed
//: fault: none
#include <mutex>
#include <thread>

std::mutex m;
int n;
void Count() {
-  std::lock_guard<std::mutex> guard(m);
+  std::scoped_lock guard(m);
  ++n;
}
int main() {
  std::thread a(Count);
  std::thread b(Count);
  a.join();
  b.join();
}
