//: what: the guard has no name any more: it lasts for a statement
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <mutex>
#include <thread>
std::mutex mutex;
int total = 0;
void Add() {
-  std::lock_guard<std::mutex> guard(mutex);
+  std::lock_guard<std::mutex>{mutex};
  ++total;
}
int main() {
  std::thread a(Add), b(Add);
  a.join();
  b.join();
  return total == 0;
}
