//: what: a licence and comments in front move all lines; asserts and messages say their line and function
//: impact: same
//: fault: none
+// Copyright (c) the authors.
+//
+// Permission is hereby granted to use this file.
+
#include <assert.h>
#include <cstdio>
#include <mutex>
#include <thread>
#define LOG(text) fprintf(stderr, "%s:%d %s: %s\n", __FILE__, __LINE__, __func__, text)
+
+/// A counter.
+///
+/// Thread safe.
class Counter {
 public:
+  /// Adds one.
  void Add() {
    std::lock_guard<std::mutex> guard(mutex_);
    ++n_;
    assert(n_ > 0);
+    // Nobody sees this.
    if (n_ > 100) LOG("many");
  }
  int n() const { return n_; }

 private:
  std::mutex mutex_;
  int n_ = 0;
};
int main() {
  Counter counter;
  std::thread a([&] { counter.Add(); }), b([&] { counter.Add(); });
  a.join();
  b.join();
  assert(counter.n() == 2);
}
