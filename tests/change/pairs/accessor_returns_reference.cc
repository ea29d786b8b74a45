//: what: a lambda that returned a copy of what the lock guards returns a reference
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <mutex>
#include <thread>
std::mutex mutex;
int level = 1;
int Look() {
-  auto get = [] {
+  auto get = []() -> int& {
    std::lock_guard<std::mutex> guard(mutex);
    return level;
  };
-  int seen = get();
+  int& seen = get();
  return seen + 1;
}
int main() {
  std::thread a([] { Look(); }), b([] {
    std::lock_guard<std::mutex> guard(mutex);
    level = 2;
  });
  a.join();
  b.join();
}
