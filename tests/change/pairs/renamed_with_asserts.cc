//: what: a class and its method get other names; assert's text has the name of the function
//: impact: same
//: fault: none
#include <assert.h>
#include <mutex>
#include <thread>
-class Cnt {
+class Counter {
 public:
-  void inc() {
-    std::lock_guard<std::mutex> guard(m);
-    ++val;
-    assert(this != nullptr && val > 0);
-  }
-  int get() {
-    std::lock_guard<std::mutex> guard(m);
-    return val;
-  }
+  void Increment() {
+    std::lock_guard<std::mutex> guard(mutex_);
+    ++value_;
+    assert(this != nullptr && value_ > 0);
+  }
+  int Value() {
+    std::lock_guard<std::mutex> guard(mutex_);
+    return value_;
+  }

 private:
-  std::mutex m;
-  int val = 0;
+  std::mutex mutex_;
+  int value_ = 0;
};
int main() {
-  Cnt c;
-  std::thread a([&] { c.inc(); }), b([&] { c.inc(); });
+  Counter c;
+  std::thread a([&] { c.Increment(); }), b([&] { c.Increment(); });
  a.join();
  b.join();
-  assert(c.get() == 2);
+  assert(c.Value() == 2);
}
