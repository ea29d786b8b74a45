//: what: two counters of a class, each under its own lock, become one new one
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <mutex>
#include <thread>
struct Stats {
  std::mutex in_mutex, out_mutex;
-  int in = 0, out = 0;
+  int traffic = 0;
  void In() {
    std::lock_guard<std::mutex> guard(in_mutex);
-    ++in;
+    ++traffic;
  }
  void Out() {
    std::lock_guard<std::mutex> guard(out_mutex);
-    ++out;
+    ++traffic;
  }
};
Stats s;
int main() {
  std::thread a([] { s.In(); }), b([] { s.Out(); });
  a.join();
  b.join();
}
