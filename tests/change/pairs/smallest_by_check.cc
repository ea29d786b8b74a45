//: what: the smallest value is kept by a check and a store instead of a loop of exchanges
//: impact: changed
//: select: yes
//: fault: assert
//: found: yes
#include <atomic>
#include <cassert>
#include <thread>
std::atomic<int> smallest{100};
void Note(int v) {
-  int seen = smallest.load();
-  while (v < seen && !smallest.compare_exchange_weak(seen, v)) {
-  }
+  if (v < smallest.load()) smallest.store(v);
}
int main() {
  std::thread a(Note, 1), b(Note, 2);
  a.join();
  b.join();
  assert(smallest == 1);
}
