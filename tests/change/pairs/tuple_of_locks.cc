//: what: std::apply locks all locks of a tuple; one of them became a copy of a reference to another
//: impact: changed
//: select: yes
//: slow: yes
//: fault: race
//: found: yes
#include <mutex>
#include <thread>
#include <tuple>
static std::mutex first, second;
static int total;
static void One() {
-  auto locks = std::tie(first, second);
+  auto locks = std::tie(first);
  std::apply([](auto&... m) { (m.lock(), ...); }, locks);
  ++total;
  std::apply([](auto&... m) { (m.unlock(), ...); }, locks);
}
static void Two() {
  std::lock_guard<std::mutex> held(second);
  ++total;
}
int main() {
  std::thread a(One), b(Two);
  a.join();
  b.join();
}
