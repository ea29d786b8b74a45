//: what: a unique_lock is moved into a function that ends before the write
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <mutex>
#include <thread>
#include <utility>
static std::mutex mutex;
static int level, peak;
-static void Note(std::unique_lock<std::mutex>& held) { (void)held; ++level; }
+static void Note(std::unique_lock<std::mutex> held) { (void)held; ++level; }
static void Step() {
  std::unique_lock<std::mutex> held(mutex);
-  Note(held);
+  Note(std::move(held));
  if (level > peak) peak = level;
}
int main() {
  std::thread a(Step), b(Step);
  a.join();
  b.join();
  return peak > 2;
}
