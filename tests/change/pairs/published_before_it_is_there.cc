//: what: the flag is set before the payload is written
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <atomic>
#include <thread>
std::atomic<bool> ready;
int payload;
void Give() {
-  payload = 7;
  ready.store(true, std::memory_order_release);
+  payload = 7;
}
int main() {
  std::thread a(Give);
  int seen = 0;
  if (ready.load(std::memory_order_acquire)) seen = payload;
  a.join();
  return seen == 3;
}
