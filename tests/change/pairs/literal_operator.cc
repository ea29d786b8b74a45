//: what: a literal of the program's own gives another number
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <mutex>
#include <thread>
static std::mutex locks[4];
static int total;
-constexpr int operator""_stripe(unsigned long long n) { return static_cast<int>(n / 2); }
+constexpr int operator""_stripe(unsigned long long n) { return static_cast<int>(n % 2); }
static void Add() {
  std::lock_guard<std::mutex> held(locks[2_stripe]);
  ++total;
}
static void Sub() {
  std::lock_guard<std::mutex> held(locks[3_stripe]);
  --total;
}
int main() {
  std::thread a(Add), b(Sub);
  a.join();
  b.join();
  return total != 0;
}
