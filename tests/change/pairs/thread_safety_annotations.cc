//: what: annotations for clang's thread safety analysis
//: impact: same
//: fault: none
#include <mutex>
#include <thread>
+#define GUARDED_BY(x) __attribute__((guarded_by(x)))
+#define EXCLUDES(x) __attribute__((locks_excluded(x)))
struct Box {
  std::mutex m;
-  int n = 0;
-  void Add() {
+  int n GUARDED_BY(m) = 0;
+  void Add() EXCLUDES(m) {
    std::lock_guard<std::mutex> held(m);
    ++n;
  }
};
int main() {
  Box b;
  std::thread t([&] { b.Add(); }), u([&] { b.Add(); });
  t.join();
  u.join();
  return b.n != 2;
}
