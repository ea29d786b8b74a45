//: what: a class and its fields have other names, and one method of three lost its guard
//: impact: changed
//: tests: add take both
//: select: take both
//: args: take
//: fault: race
//: found: yes
#include <mutex>
#include <string>
#include <thread>
-class Store {
+class Depot {
 public:
  void Add() {
-    std::lock_guard<std::mutex> held(mutex_);
-    ++count_;
+    std::lock_guard<std::mutex> held(lock_);
+    ++pieces_;
  }
  void Take() {
-    std::lock_guard<std::mutex> held(mutex_);
-    --count_;
+    --pieces_;
  }
  int Peek() {
-    std::lock_guard<std::mutex> held(mutex_);
-    return count_;
+    std::lock_guard<std::mutex> held(lock_);
+    return pieces_;
  }

 private:
-  std::mutex mutex_;
-  int count_ = 0;
+  std::mutex lock_;
+  int pieces_ = 0;
};
int main(int argc, char** argv) {
-  Store s;
+  Depot s;
  const std::string test = argc > 1 ? argv[1] : "add";
  auto work = [&](bool first) {
    if (test == "add") s.Add();
    if (test == "take") s.Take();
    if (test == "both") first ? s.Add() : s.Take();
  };
  std::thread a(work, true), b(work, false);
  a.join();
  b.join();
  return s.Peek() > 100;
}
