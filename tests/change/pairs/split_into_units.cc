//: what: a file of two classes is split into two sources with a header each; a static helper becomes one of an unnamed namespace
//: impact: same
//: fault: none
//: units: a.cc b.cc
//: slow: yes
#include <thread>
#include "b.h"
int main() {
  Second second;
  std::thread a([&] { second.Run(); }), b([&] { second.Run(); });
  a.join();
  b.join();
}
//: file: a.h
#pragma once
#include <mutex>
class First {
 public:
  int Next();

 private:
  std::mutex mutex_;
  int n_ = 0;
};
//: file: b.h
#pragma once
#include "a.h"
class Second {
 public:
  void Run();

 private:
  First first_;
  std::mutex mutex_;
  int last_ = 0;
};
//: file: a.cc
#include "a.h"
-#include "b.h"
int First::Next() {
  std::lock_guard<std::mutex> guard(mutex_);
  return ++n_;
}
-static int Clamp(int n) { return n > 9 ? 9 : n; }
-void Second::Run() {
-  int next = Clamp(first_.Next());
-  std::lock_guard<std::mutex> guard(mutex_);
-  last_ = next;
-}
//: file: b.cc
#include "b.h"
+namespace {
+int Clamp(int n) { return n > 9 ? 9 : n; }
+}  // namespace
+void Second::Run() {
+  int next = Clamp(first_.Next());
+  std::lock_guard<std::mutex> guard(mutex_);
+  last_ = next;
+}
