//: what: the scope of a unique_lock ends earlier; nobody else sees it
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <mutex>
#include <thread>
std::mutex mutex;
int total = 0, last = 0;
void Add() {
-  std::unique_lock<std::mutex> lock(mutex);
-  ++total;
-  last = total;
+  {
+    std::unique_lock<std::mutex> lock(mutex);
+    ++total;
+  }
+  last = total;
}
int main() {
  std::thread a(Add), b(Add);
  a.join();
  b.join();
  return total == 0;
}
