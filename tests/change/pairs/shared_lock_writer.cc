//: what: a writer takes a shared_lock
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <mutex>
#include <shared_mutex>
#include <thread>
std::shared_mutex mutex;
int total = 0;
void Add() {
-  std::unique_lock<std::shared_mutex> lock(mutex);
+  std::shared_lock<std::shared_mutex> lock(mutex);
  ++total;
}
int main() {
  std::thread a(Add), b(Add);
  a.join();
  b.join();
  return total == 0;
}
