//: what: the other condition is notified
//: impact: changed
//: fault: deadlock
//: found: yes
#include <condition_variable>
#include <mutex>
#include <thread>
std::mutex m;
std::condition_variable filled, emptied;
int items;
void Put() {
  std::unique_lock<std::mutex> held(m);
  ++items;
-  filled.notify_one();
+  emptied.notify_one();
}
void Take() {
  std::unique_lock<std::mutex> held(m);
  filled.wait(held, [] { return items > 0; });
  --items;
}
int main() {
  std::thread a(Take), b(Put);
  a.join();
  b.join();
}
