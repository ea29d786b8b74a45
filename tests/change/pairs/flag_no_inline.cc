//: what: options that change how code is generated, not what it does
//: impact: same
//: fault: none
//: old-flags: -O2
//: new-flags: -O2 -fno-inline -fno-strict-aliasing -fno-omit-frame-pointer -funroll-loops -fstack-protector-strong
#include <mutex>
#include <thread>
static std::mutex m;
static int total;
static void Add() {
  for (int i = 0; i < 3; ++i) {
    std::lock_guard<std::mutex> held(m);
    ++total;
  }
}
int main() {
  std::thread a(Add), b(Add);
  a.join();
  b.join();
  return total == 0;
}
