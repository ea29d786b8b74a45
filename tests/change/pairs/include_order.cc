//: what: two headers are included in another order, and the other default holds
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <mutex>
#include <thread>
-#include "safe.h"
-#include "fast.h"
+#include "fast.h"
+#include "safe.h"
std::mutex m;
int total;
void Add() {
  std::unique_lock<std::mutex> held(m, std::defer_lock);
  if (LOCKED) held.lock();
  ++total;
}
int main() {
  std::thread a(Add), b(Add);
  a.join();
  b.join();
}
//: file: safe.h
#ifndef LOCKED
#define LOCKED 1
#endif
//: file: fast.h
#ifndef LOCKED
#define LOCKED 0
#endif
