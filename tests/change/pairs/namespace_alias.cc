//: what: a name for a namespace stands for another one
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <mutex>
#include <thread>
static std::mutex m;
static int total;
namespace careful {
inline void Add() {
  std::lock_guard<std::mutex> held(m);
  ++total;
}
}  // namespace careful
namespace quick {
inline void Add() { ++total; }
}  // namespace quick
-namespace counting = careful;
+namespace counting = quick;
int main() {
  std::thread a([] { counting::Add(); }), b([] { counting::Add(); });
  a.join();
  b.join();
  quick::Add();
  careful::Add();
  return total == 0;
}
