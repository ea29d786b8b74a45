//: what: a variadic helper increments each counter under its own lock; the pack's lock is now that of the first
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
//: slow: yes
#include <mutex>
#include <thread>
struct Cell {
  std::mutex mutex;
  int n = 0;
};
template <class... C>
void Bump(Cell& first, C&... rest) {
-  auto one = [](Cell& c) {
-    std::lock_guard<std::mutex> guard(c.mutex);
-    ++c.n;
-  };
+  auto one = [&first](Cell& c) {
+    std::lock_guard<std::mutex> guard(first.mutex);
+    ++c.n;
+  };
  one(first);
  (one(rest), ...);
}
int main() {
  Cell x, y;
  std::thread a([&] { Bump(x, y); }), b([&] { Bump(y, x); });
  a.join();
  b.join();
}
