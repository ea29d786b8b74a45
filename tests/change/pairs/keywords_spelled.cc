//: what: trailing return types, typename for class, override, named casts, this->
//: impact: same
//: fault: none
#include <mutex>
#include <thread>
struct Base {
  virtual int Add(long n) = 0;
  virtual ~Base() {}
};
-template <class T>
+template <typename T>
struct Counter : Base {
  std::mutex m;
  T total{};
-  int Add(long n) {
+  auto Add(long n) -> int override {
-    std::lock_guard<std::mutex> held(m);
+    std::lock_guard<std::mutex> held{this->m};
-    total += (T)n;
+    this->total += static_cast<T>(n);
-    return (int)total;
+    return static_cast<int>(total);
  }
};
static Counter<int> counter;
int main() {
  Base* base = &counter;
  std::thread a([=] { base->Add(1); }), b([=] { base->Add(2); });
  a.join();
  b.join();
  return counter.total == 0;
}
