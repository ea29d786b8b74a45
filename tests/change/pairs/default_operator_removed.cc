//: what: a copy operator that locks is replaced by the compiler's
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <mutex>
#include <thread>
std::mutex m;
struct Point {
  int x = 0, y = 0;
-  Point& operator=(const Point& from) {
-    std::lock_guard<std::mutex> held(m);
-    x = from.x;
-    y = from.y;
-    return *this;
-  }
+  Point& operator=(const Point& from) = default;
};
Point shared;
void Set(int n) {
  Point p;
  p.x = p.y = n;
  shared = p;
}
int main() {
  std::thread a(Set, 1), b(Set, 2);
  a.join();
  b.join();
}
