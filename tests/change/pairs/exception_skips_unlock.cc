//: what: manual lock and unlock instead of a guard: what throws in between keeps the lock
//: impact: changed
//: fault: deadlock
//: found: yes
#include <mutex>
#include <stdexcept>
#include <thread>
static std::mutex mutex;
static int stock = 1;
static void Take() {
-  std::lock_guard<std::mutex> held(mutex);
+  mutex.lock();
  if (stock == 0) throw std::out_of_range("empty");
  --stock;
+  mutex.unlock();
}
static void Worker() {
  try {
    Take();
  } catch (const std::out_of_range&) {
  }
}
int main() {
  std::thread a(Worker), b(Worker);
  a.join();
  b.join();
  std::lock_guard<std::mutex> held(mutex);
  return stock;
}
