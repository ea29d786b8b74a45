//: what: an optional lock is no longer filled
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <mutex>
#include <optional>
#include <thread>
std::mutex m;
int total;
void Add(bool safe) {
  std::optional<std::lock_guard<std::mutex>> held;
  if (safe) held.emplace(m);
  ++total;
}
int main() {
-  std::thread a(Add, true), b(Add, true);
+  std::thread a(Add, true), b(Add, false);
  a.join();
  b.join();
}
