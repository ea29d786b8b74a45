//: what: a part of a function that touches nothing shared becomes a function of its own
//: impact: changed
//: select: no
//: fault: none
#include <cstdio>
#include <mutex>
#include <thread>
static std::mutex mutex;
static int total;
+static int Square(int n) { return n * n; }
static void Describe(int n) {
  char text[32];
-  std::snprintf(text, sizeof text, "%d", n * n);
+  std::snprintf(text, sizeof text, "%d", Square(n));
}
static void Add(int n) {
  Describe(n);
  std::lock_guard<std::mutex> held(mutex);
  total += n;
}
int main() {
  std::thread a(Add, 1), b(Add, 2);
  a.join();
  b.join();
  return total != 3;
}
