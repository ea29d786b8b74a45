//: what: an atomic pair becomes a pair of atomics
//: impact: changed
//: fault: assert
//: found: yes
#include <atomic>
#include <cassert>
#include <thread>
-struct Pair {
-  int low = 0, high = 0;
-};
-std::atomic<Pair> range;
-void Set(int low, int high) { range.store({low, high}); }
-bool Good() {
-  Pair p = range.load();
-  return p.low <= p.high;
-}
+std::atomic<int> range_low, range_high;
+void Set(int low, int high) {
+  range_low = low;
+  range_high = high;
+}
+bool Good() {
+  int low = range_low;
+  return low <= range_high;
+}
int main() {
  std::thread a(Set, 3, 4);
  assert(Good());
  a.join();
}
