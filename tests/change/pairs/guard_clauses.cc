//: what: nested ifs become early returns under the same guard
//: impact: changed
//: fault: none
//: slow: yes
#include <mutex>
#include <thread>
#include <vector>
class Stack {
 public:
  bool Pop(int* out) {
    std::lock_guard<std::mutex> guard(mutex_);
-    bool done = false;
-    if (!closed_) {
-      if (!items_.empty()) {
-        *out = items_.back();
-        items_.pop_back();
-        done = true;
-      }
-    }
-    return done;
+    if (closed_) return false;
+    if (items_.empty()) return false;
+    *out = items_.back();
+    items_.pop_back();
+    return true;
  }
  void Push(int n) {
    std::lock_guard<std::mutex> guard(mutex_);
    items_.push_back(n);
  }

 private:
  std::mutex mutex_;
  std::vector<int> items_;
  bool closed_ = false;
};
int main() {
  Stack stack;
  std::thread a([&] { stack.Push(1); });
  std::thread b([&] { int n; stack.Pop(&n); });
  a.join();
  b.join();
}
