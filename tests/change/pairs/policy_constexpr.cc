//: what: a constexpr switch of a header turns the locks of a template off, by if constexpr
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
//: slow: yes
#include <mutex>
#include <thread>
#include "policy.h"
template <class Mutex>
class Guard {
 public:
  explicit Guard(Mutex& mutex) : mutex_(mutex) {
    if constexpr (policy::kThreads > 1) mutex_.lock();
  }
  ~Guard() {
    if constexpr (policy::kThreads > 1) mutex_.unlock();
  }

 private:
  Mutex& mutex_;
};
class Counter {
 public:
  void Add() {
    Guard guard(mutex_);
    ++n_;
  }

 private:
  std::mutex mutex_;
  int n_ = 0;
};
int main() {
  Counter counter;
  std::thread a([&] { counter.Add(); }), b([&] { counter.Add(); });
  a.join();
  b.join();
}
//: file: policy.h
#pragma once
namespace policy {
inline constexpr int kThreads =
#ifdef SINGLE
    1;
#else
-    2;
+    1;
#endif
}  // namespace policy
