//: what: taking a list in one exchange becomes a load and a store
//: impact: changed
//: fault: assert
//: found: yes
#include <atomic>
#include <cassert>
#include <thread>
std::atomic<int> pending{0};
std::atomic<int> handled{0};
void Put() { pending.fetch_add(1); }
void Take() {
-  handled += pending.exchange(0);
+  handled += pending.load();
+  pending.store(0);
}
int main() {
  std::thread a(Put), b(Take);
  a.join();
  b.join();
  assert(handled + pending == 1);
}
