//: what: static became an anonymous namespace
//: impact: same
//: fault: none
#include <mutex>
#include <thread>

-static std::mutex m;
-static int n;
-static void Count() {
+namespace {
+std::mutex m;
+int n;
+void Count() {
  std::lock_guard<std::mutex> guard(m);
  ++n;
}
+}  // namespace
int main() {
  std::thread a(Count);
  std::thread b(Count);
  a.join();
  b.join();
}
