//: what: the function that has the static lock becomes a template: one lock for each type
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <mutex>
#include <thread>
#include <cassert>
static double total;
+template <typename T>
static std::mutex& Lock() {
  static std::mutex m;
  return m;
}
template <typename T>
static void Add(T value) {
-  std::lock_guard<std::mutex> held(Lock());
+  std::lock_guard<std::mutex> held(Lock<T>());
  total += value;
}
int main() {
  std::thread a([] { Add(1); }), b([] { Add(2.0); });
  a.join();
  b.join();
  assert(total > 0);
}
