//: what: the same, spelled otherwise: this->, parentheses, nullptr, and, another base, braces
//: impact: same
//: fault: none
#include <mutex>
#include <thread>
class Box {
 public:
-  bool add(int m) {
+  auto add(int m) -> bool {
    std::lock_guard<std::mutex> held(mutex);
-    if (m > 0 && n < 4096)
-      n += m;
+    if ((m > 0) and (this->n < 0x1000)) {
+      this->n += m;
+    }
-    return next == 0;
+    return this->next == nullptr;
  }
 private:
  std::mutex mutex;
-  int n = 0;
+  int n{0};
-  Box* next = 0;
+  Box* next{nullptr};
};
Box box;
int main() {
  std::thread a([] { box.add(1); }), b([] { box.add(2); });
  a.join();
  b.join();
}
