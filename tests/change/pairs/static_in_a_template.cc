//: what: the function that holds the lock becomes a template, with a lock for each type
//: impact: changed
//: select: yes
//: slow: yes
//: fault: race
//: found: yes
#include <mutex>
#include <thread>
static long total;
-static std::mutex& Lock() {
+template <typename T>
+static std::mutex& Lock() {
  static std::mutex mutex;
  return mutex;
}
template <typename T>
void Add(T n) {
-  std::lock_guard<std::mutex> held(Lock());
+  std::lock_guard<std::mutex> held(Lock<T>());
  total += n;
}
int main() {
  std::thread a([] { Add<int>(1); }), b([] { Add<long>(2); });
  a.join();
  b.join();
}
