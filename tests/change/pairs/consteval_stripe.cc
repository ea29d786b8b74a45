//: what: a function that runs at compile time gives another lock
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <mutex>
#include <thread>
static std::mutex locks[4];
static int total;
consteval int Stripe(const char* name) {
  int sum = 0;
-  for (; *name != 0; ++name) sum += 4;
+  for (; *name != 0; ++name) sum += 1;
  return sum % 4;
}
static void Add() {
  std::lock_guard<std::mutex> held(locks[Stripe("one")]);
  ++total;
}
static void Sub() {
  std::lock_guard<std::mutex> held(locks[Stripe("eight")]);
  --total;
}
int main() {
  std::thread a(Add), b(Sub);
  a.join();
  b.join();
  return total != 0;
}
