//: what: a class, its fields and its methods get other names
//: impact: same
//: fault: none
#include <mutex>
#include <thread>
#include <vector>

-class Tally {
+class Histogram {
 public:
-  explicit Tally(int n) : cells(n) {}
-  void hit(int i) {
-    std::lock_guard<std::mutex> guard(m);
-    ++cells[i];
-    seen = seen + 1;
+  explicit Histogram(int n) : bins_(n) {}
+  void Record(int i) {
+    std::lock_guard<std::mutex> guard(mutex_);
+    ++bins_[i];
+    samples_ = samples_ + 1;
  }
-  int total() {
-    std::lock_guard<std::mutex> guard(m);
-    return seen;
+  int Samples() {
+    std::lock_guard<std::mutex> guard(mutex_);
+    return samples_;
  }

 private:
-  std::mutex m;
-  std::vector<int> cells;
-  int seen = 0;
+  std::mutex mutex_;
+  std::vector<int> bins_;
+  int samples_ = 0;
};
int main() {
-  Tally t(3);
-  std::thread a([&] { t.hit(1); });
-  std::thread b([&] { t.hit(2); });
+  Histogram t(3);
+  std::thread a([&] { t.Record(1); });
+  std::thread b([&] { t.Record(2); });
  a.join();
  b.join();
-  return t.total() - 2;
+  return t.Samples() - 2;
}
