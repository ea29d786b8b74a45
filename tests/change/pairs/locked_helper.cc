//: what: a class moves behind a forward declaration, its lock's guard becomes a helper that is inlined
//: slow: yes
//: impact: changed
//: select: none
//: fault: none
#include <mutex>
#include <thread>
class Stats {
  std::mutex m;
  int n = 0;
+  template <typename F>
+  auto Locked(F f) {
+    std::lock_guard<std::mutex> held(m);
+    return f();
+  }

 public:
-  void Add() {
-    std::lock_guard<std::mutex> held(m);
-    ++n;
-  }
-  int Get() {
-    std::lock_guard<std::mutex> held(m);
-    return n;
-  }
+  void Add() { Locked([this] { ++n; }); }
+  int Get() { return Locked([this] { return n; }); }
};
int main() {
  Stats s;
  std::thread t([&] { s.Add(); }), u([&] { s.Add(); });
  t.join();
  u.join();
  return s.Get() != 2;
}
