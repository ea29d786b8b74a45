//: what: the lock is made with defer_lock and never locked
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <mutex>
#include <thread>
std::mutex mutex;
int total = 0;
void Add() {
-  std::unique_lock<std::mutex> lock(mutex);
+  std::unique_lock<std::mutex> lock(mutex, std::defer_lock);
  ++total;
}
int main() {
  std::thread a(Add), b(Add);
  a.join();
  b.join();
  return total == 0;
}
