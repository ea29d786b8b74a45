//: what: a handler that gave the lock back and threw on does not throw any more: the code behind runs without the lock
//: impact: changed
//: select: yes
//: slow: yes
//: fault: race
//: found: yes
#include <mutex>
#include <stdexcept>
#include <thread>
static std::mutex mutex;
static int total;
static void Check(int n) {
  if (n < 0) throw std::invalid_argument("n");
}
static void Add(int n) {
  std::unique_lock<std::mutex> held(mutex);
  try {
    Check(n);
  } catch (const std::invalid_argument&) {
    held.unlock();
-    throw;
+    n = 0;
  }
  total += n;
}
int main() {
  std::thread a([] {
    try {
      Add(-1);
    } catch (const std::exception&) {
    }
  });
  std::thread b([] { Add(2); });
  a.join();
  b.join();
}
