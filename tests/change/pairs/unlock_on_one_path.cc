//: what: the lock is given back early on one path only
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <mutex>
#include <thread>
std::mutex mutex;
int total = 0;
void Add(bool fast) {
  std::unique_lock<std::mutex> lock(mutex);
+  if (fast) lock.unlock();
  ++total;
}
int main() {
  std::thread a(Add, true), b(Add, false);
  a.join();
  b.join();
  return total == 0;
}
