//: what: who claims a slot by compare_exchange_strong does so relaxed
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <atomic>
#include <thread>
static std::atomic<int> state{0};
static int payload;
static bool Claim(int from, int to) {
-  return state.compare_exchange_strong(from, to, std::memory_order_acq_rel);
+  return state.compare_exchange_strong(from, to, std::memory_order_relaxed);
}
static void Fill() {
  payload = 7;
  state.store(1, std::memory_order_release);
}
static void Take() {
  if (Claim(1, 2)) payload = 0;
}
int main() {
  std::thread other(Fill);
  Take();
  other.join();
}
