//: what: the orders of a flag are left to the default
//: slow: yes
//: impact: changed
//: select: none
//: fault: none
#include <atomic>
#include <thread>
static int data;
static std::atomic<bool> ready{false};
static void Put() {
  data = 4;
-  ready.store(true, std::memory_order_release);
+  ready = true;
}
static int Get() {
-  while (!ready.load(std::memory_order_acquire)) std::this_thread::yield();
+  while (!ready) std::this_thread::yield();
  return data;
}
int main() {
  int r = 0;
  std::thread a(Put), b([&] { r = Get(); });
  a.join();
  b.join();
  return r != 4;
}
