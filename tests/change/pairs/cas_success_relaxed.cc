//: what: the order of a successful compare-and-exchange that takes a lock is dropped
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <atomic>
#include <thread>
std::atomic<int> owner;
int total;
void Add(int id) {
  int nobody = 0;
-  while (!owner.compare_exchange_strong(nobody, id, std::memory_order_acquire)) {
+  while (!owner.compare_exchange_strong(nobody, id, std::memory_order_relaxed)) {
    nobody = 0;
    std::this_thread::yield();
  }
  ++total;
  owner.store(0, std::memory_order_release);
}
int main() {
  std::thread a(Add, 1), b(Add, 2);
  a.join();
  b.join();
}
