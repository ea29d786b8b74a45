//: what: a release fence becomes an acquire fence
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <atomic>
#include <thread>
static int payload;
static std::atomic<bool> ready;
static void Produce() {
  payload = 1;
-  std::atomic_thread_fence(std::memory_order_release);
+  std::atomic_thread_fence(std::memory_order_acquire);
  ready.store(true, std::memory_order_relaxed);
}
static int Consume() {
  if (!ready.load(std::memory_order_acquire)) return 0;
  return payload;
}
int main() {
  std::thread a(Produce);
  std::thread b([] { Consume(); });
  a.join();
  b.join();
}
