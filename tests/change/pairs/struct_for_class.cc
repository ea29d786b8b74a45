//: what: a class becomes a struct, members change their access, a template parameter its name
//: impact: same
//: fault: none
#include <mutex>
#include <thread>
-template <class T>
+template <typename Value>
-class Sum {
- public:
-  void Add(T v) {
-    std::lock_guard<std::mutex> held(mutex);
-    value += v;
-  }
- private:
-  std::mutex mutex;
-  T value = 0;
-};
+struct Sum {
+  void Add(Value v) {
+    std::lock_guard<std::mutex> held(mutex);
+    value += v;
+  }
+  std::mutex mutex;
+  Value value = 0;
+};
Sum<int> sum;
int main() {
  std::thread a([] { sum.Add(1); }), b([] { sum.Add(2); });
  a.join();
  b.join();
}
