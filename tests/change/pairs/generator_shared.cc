//: what: a generator of random numbers is shared
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <random>
#include <thread>
unsigned Next() {
-  thread_local std::minstd_rand generator(1);
+  static std::minstd_rand generator(1);
  return generator();
}
int main() {
  std::thread a([] { Next(); }), b([] { Next(); });
  a.join();
  b.join();
}
