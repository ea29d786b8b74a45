//: what: a fence between threads becomes one for signal handlers
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <atomic>
#include <thread>
static int data;
static std::atomic<bool> ready{false};
int main() {
  std::thread writer([] {
    data = 1;
-    std::atomic_thread_fence(std::memory_order_release);
+    std::atomic_signal_fence(std::memory_order_release);
    ready.store(true, std::memory_order_relaxed);
  });
  std::thread reader([] {
    if (ready.load(std::memory_order_acquire)) data = 2;
  });
  writer.join();
  reader.join();
  return data == 0;
}
