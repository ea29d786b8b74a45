//: what: a static constexpr member that an if constexpr asks
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <mutex>
#include <thread>
struct Config {
-  static constexpr bool kLocked = true;
+  static constexpr bool kLocked = false;
};
std::mutex m;
int total;
template <class C>
void Add() {
  if constexpr (C::kLocked) m.lock();
  ++total;
  if constexpr (C::kLocked) m.unlock();
}
int main() {
  std::thread a(Add<Config>), b(Add<Config>);
  a.join();
  b.join();
}
