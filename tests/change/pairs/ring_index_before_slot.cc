//: what: a ring buffer's index is published before its slot is filled
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <atomic>
#include <thread>
struct Ring {
  int slots[4] = {};
  std::atomic<unsigned> head{0}, tail{0};
  bool Push(int v) {
    unsigned t = tail.load(std::memory_order_relaxed);
    if (t - head.load(std::memory_order_acquire) == 4) return false;
-    slots[t % 4] = v;
    tail.store(t + 1, std::memory_order_release);
+    slots[t % 4] = v;
    return true;
  }
  bool Pop(int& v) {
    unsigned h = head.load(std::memory_order_relaxed);
    if (h == tail.load(std::memory_order_acquire)) return false;
    v = slots[h % 4];
    head.store(h + 1, std::memory_order_release);
    return true;
  }
} ring;
int main() {
  std::thread a([] { ring.Push(3); });
  int v = 0;
  ring.Pop(v);
  a.join();
  return v == 9;
}
