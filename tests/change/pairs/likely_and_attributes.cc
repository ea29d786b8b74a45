//: what: attributes that only say what the compiler may expect
//: impact: same
//: fault: none
#include <mutex>
#include <thread>
static std::mutex m;
static int total;
-static int Add(int n) {
+[[nodiscard, gnu::noinline]] static int Add([[maybe_unused]] int n) {
  std::lock_guard<std::mutex> held(m);
  return ++total;
}
int main() {
-  std::thread a([] { Add(1); }), b([] { Add(2); });
+  std::thread a([] { (void)Add(1); }), b([] { (void)Add(2); });
  a.join();
  b.join();
  return total == 0;
}
