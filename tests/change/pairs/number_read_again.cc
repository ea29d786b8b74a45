//: what: the number that an increment gave is read again afterwards
//: impact: changed
//: fault: assert
//: found: yes
#include <atomic>
#include <cassert>
#include <thread>
static std::atomic<int> next_id{0};
static std::atomic<bool> taken[4];
static int Draw() {
-  return next_id.fetch_add(1);
+  next_id.fetch_add(1);
+  return next_id.load() - 1;
}
static void Use() { assert(!taken[Draw()].exchange(true)); }
int main() {
  std::thread a(Use), b(Use);
  a.join();
  b.join();
}
