//: what: a header that a program asks for with __has_include is not there any more, and its lock is not either
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
//: slow: yes
#include <mutex>
#include <thread>
#if __has_include("locking.h")
#include "locking.h"
#else
struct Locked {};
#endif
int n;
void Count() {
  Locked guard;
  (void)guard;
  ++n;
}
int main() {
  std::thread a(Count);
  std::thread b(Count);
  a.join();
  b.join();
}
//: file: locking.h
-#pragma once
-inline std::mutex m;
-struct Locked {
-  Locked() { m.lock(); }
-  ~Locked() { m.unlock(); }
-};
