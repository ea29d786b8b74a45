//: what: a lock object exchanges its lock with one of an inner block, whose end gives it back
//: impact: changed
//: select: yes
//: slow: yes
//: fault: race
//: found: yes
#include <mutex>
#include <thread>
static std::mutex mutex;
static int total;
static void Work(bool log) {
  std::unique_lock<std::mutex> held(mutex);
  if (log) {
    std::unique_lock<std::mutex> inner;
+    inner.swap(held);
  }
  ++total;
}
int main() {
  std::thread a(Work, true), b(Work, false);
  a.join();
  b.join();
}
