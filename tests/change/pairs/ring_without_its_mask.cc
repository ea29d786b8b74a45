//: what: the index into a ring of four is taken modulo three by the reader
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <atomic>
#include <cassert>
#include <thread>
static int slots[4];
static std::atomic<unsigned> head{0}, tail{0};
static void Write() {
  for (int i = 0; i < 5; ++i) {
    while (tail.load(std::memory_order_relaxed) - head.load(std::memory_order_acquire) == 4) std::this_thread::yield();
    const unsigned at = tail.load(std::memory_order_relaxed);
    slots[at & 3] = i;
    tail.store(at + 1, std::memory_order_release);
  }
}
static void Read() {
  for (int i = 0; i < 5; ++i) {
    while (head.load(std::memory_order_relaxed) == tail.load(std::memory_order_acquire)) std::this_thread::yield();
    const unsigned at = head.load(std::memory_order_relaxed);
-    const int got = slots[at & 3];
-    assert(got == i);
+    const int got = slots[at % 3];
+    assert(got >= 0);
    head.store(at + 1, std::memory_order_release);
  }
}
int main() {
  std::thread other(Write);
  Read();
  other.join();
}
