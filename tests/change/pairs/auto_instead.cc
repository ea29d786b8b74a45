//: what: types are written as auto, a loop as a range: the same code
//: impact: same
//: fault: none
#include <mutex>
#include <thread>
static std::mutex mutex;
static int total;
static void Add() {
-  std::unique_lock<std::mutex> held(mutex);
+  auto held = std::unique_lock<std::mutex>(mutex);
-  int more = 3;
+  auto more = 3;
  total += more;
}
int main() {
  std::thread a(Add), b(Add);
  a.join();
  b.join();
  return total != 6;
}
