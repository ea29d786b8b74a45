//: what: an atomic_ref becomes a plain reference
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <atomic>
#include <thread>
static int hits;
static void Hit() {
-  std::atomic_ref<int> n(hits);
+  int& n = hits;
  ++n;
}
int main() {
  std::thread a(Hit), b(Hit);
  a.join();
  b.join();
}
