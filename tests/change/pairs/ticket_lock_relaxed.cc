//: what: a ticket lock waits without an order
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <atomic>
#include <thread>
struct Ticket {
  std::atomic<int> next{0}, serving{0};
  void lock() {
    int mine = next.fetch_add(1);
-    while (serving.load(std::memory_order_acquire) != mine) std::this_thread::yield();
+    while (serving.load(std::memory_order_relaxed) != mine) std::this_thread::yield();
  }
  void unlock() { serving.store(serving.load(std::memory_order_relaxed) + 1, std::memory_order_release); }
} ticket;
int total;
void Add() {
  ticket.lock();
  ++total;
  ticket.unlock();
}
int main() {
  std::thread a(Add), b(Add);
  a.join();
  b.join();
}
