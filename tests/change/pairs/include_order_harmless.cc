//: what: headers are sorted, and one more comes in through another
//: impact: same
//: fault: none
-#include <thread>
-#include <mutex>
#include "store.h"
+#include <mutex>
+#include <thread>
Store store;
int main() {
  std::thread a([] { store.Add(); }), b([] { store.Add(); });
  a.join();
  b.join();
}
//: file: store.h
#pragma once
#include <mutex>
+#include <string>
struct Store {
  std::mutex mutex;
  int total = 0;
  void Add() {
    std::lock_guard<std::mutex> held(mutex);
    ++total;
  }
};
