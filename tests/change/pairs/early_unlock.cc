//: what: a unique_lock is unlocked before the last write
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <mutex>
#include <thread>
std::mutex mutex;
int total = 0;
void Add(int by) {
  std::unique_lock<std::mutex> lock(mutex);
  int next = total + by;
+  lock.unlock();
  total = next;
}
int main() {
  std::thread a(Add, 1), b(Add, 2);
  a.join();
  b.join();
  return total == 0;
}
