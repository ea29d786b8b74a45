//: what: a compare-exchange loop became a load and a store
//: impact: changed
//: select: yes
//: fault: any
//: found: yes
#include <atomic>
#include <cassert>
#include <thread>

std::atomic<int> peak{0};

void Observe(int v) {
  int now = peak.load();
-  while (v > now && !peak.compare_exchange_weak(now, v)) {
-  }
+  if (v > now) peak.store(v);
}

int main() {
  std::thread a([] { Observe(5); });
  std::thread b([] { Observe(9); });
  a.join();
  b.join();
  assert(peak == 9);
}
