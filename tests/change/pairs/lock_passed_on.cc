//: what: a unique_lock is given to a helper by reference; its scope ends earlier
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <mutex>
#include <thread>
std::mutex mutex;
int total = 0, helped = 0;
void Help(std::unique_lock<std::mutex>& lock) {
  lock.unlock();
  lock.lock();
  ++helped;
}
void Add() {
-  std::unique_lock<std::mutex> lock(mutex);
-  Help(lock);
-  ++total;
+  {
+    std::unique_lock<std::mutex> lock(mutex);
+    Help(lock);
+  }
+  ++total;
}
int main() {
  std::thread a(Add), b(Add);
  a.join();
  b.join();
  return total == 0;
}
