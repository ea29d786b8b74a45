//: what: a lock is adopted that std::lock does not take any more
//: impact: changed
//: select: yes
//: fault: any
//: found: yes
#include <mutex>
#include <thread>
std::mutex m1, m2;
int left, right;
void Work() {
-  std::lock(m1, m2);
+  m1.lock();
  std::lock_guard<std::mutex> one(m1, std::adopt_lock);
  std::lock_guard<std::mutex> two(m2, std::adopt_lock);
  ++left;
  ++right;
}
void Other() {
  std::lock_guard<std::mutex> two(m2);
  ++right;
}
int main() {
  std::thread a(Work), b(Other);
  a.join();
  b.join();
}
