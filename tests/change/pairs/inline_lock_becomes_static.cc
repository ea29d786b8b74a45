//: what: a lock in a header is static now: each unit has its own
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
//: units: other.cc
//: slow: yes
#include <thread>
#include "shared.h"
int n;
void Here() {
  std::lock_guard<std::mutex> guard(m);
  ++n;
}
int main() {
  std::thread a(Here);
  std::thread b(There);
  a.join();
  b.join();
}
//: file: shared.h
#pragma once
#include <mutex>
-inline std::mutex m;
+static std::mutex m;
extern int n;
void There();
//: file: other.cc
#include "shared.h"
void There() {
  std::lock_guard<std::mutex> guard(m);
  n += 2;
}
