//: what: a function moved to a file of its own
//: impact: same
//: fault: none
//: units: count.cc
#include <mutex>
#include <thread>
#include "count.h"

std::mutex m;
int n;
-void Count() {
-  std::lock_guard<std::mutex> guard(m);
-  ++n;
-}
int main() {
  std::thread a(Count);
  std::thread b(Count);
  a.join();
  b.join();
}
//: file: count.h
#pragma once
#include <mutex>
extern std::mutex m;
extern int n;
void Count();
//: file: count.cc
#include "count.h"
+void Count() {
+  std::lock_guard<std::mutex> guard(m);
+  ++n;
+}
