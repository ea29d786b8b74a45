//: what: counters get cache lines of their own
//: slow: yes
//: impact: same
//: fault: none
#include <mutex>
#include <thread>
struct Counter {
  std::mutex m;
-  int n = 0;
+  alignas(64) int n = 0;
};
static Counter counters[2];
static void Run() {
  for (Counter& c : counters) {
    std::lock_guard<std::mutex> held(c.m);
    ++c.n;
  }
}
int main() {
  std::thread a(Run), b(Run);
  a.join();
  b.join();
  return counters[1].n != 2;
}
