//: what: a check that throws is added between a lock and its unlock
//: impact: changed
//: fault: deadlock
//: found: yes
#include <mutex>
#include <stdexcept>
#include <thread>
static std::mutex lock;
static int level;
static void Check(int n) {
+  if (n > 3) throw std::invalid_argument("too much");
  level = n;
}
static void Set(int n) {
  lock.lock();
  Check(n);
  lock.unlock();
}
int main() {
  std::thread other([] {
    try {
      Set(5);
    } catch (const std::exception&) {
    }
  });
  Set(1);
  other.join();
}
