//: what: the memory order of an own wrapper is a default argument
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <atomic>
#include <thread>
struct Flag {
-  void Raise(std::memory_order order = std::memory_order_release) { value.store(true, order); }
+  void Raise(std::memory_order order = std::memory_order_relaxed) { value.store(true, order); }
  bool Up() const { return value.load(std::memory_order_acquire); }
  std::atomic<bool> value{false};
};
static Flag flag;
static int payload;
int main() {
  std::thread a([] { payload = 3, flag.Raise(); });
  std::thread b([] { return flag.Up() ? payload : 0; });
  a.join();
  b.join();
}
