//: what: a lambda written where it is used gets a name
//: impact: changed
//: select: none
//: fault: none
#include <mutex>
#include <thread>
std::mutex m;
int total;
int main() {
-  std::thread a([] {
-    std::lock_guard<std::mutex> held(m);
-    ++total;
-  });
+  auto work = [] {
+    std::lock_guard<std::mutex> held(m);
+    ++total;
+  };
+  std::thread a(work);
  {
    std::lock_guard<std::mutex> held(m);
    ++total;
  }
  a.join();
}
