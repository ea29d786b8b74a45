//: what: a header is split in two, with pragma once for its guard
//: impact: same
//: fault: none
#include <thread>
#include "all.h"
int main() {
  Store store;
  std::thread a([&] { store.Add(); }), b([&] { store.Add(); });
  a.join();
  b.join();
}
//: file: all.h
-#ifndef ALL_H
-#define ALL_H
+#pragma once
-#include <mutex>
-struct Store {
-  std::mutex mutex;
-  int total = 0;
-  void Add() {
-    std::lock_guard<std::mutex> held(mutex);
-    ++total;
-  }
-};
-#endif
+#include "store.h"
//: file: store.h
#pragma once
+#include <mutex>
+struct Store {
+  std::mutex mutex;
+  int total = 0;
+  void Add() {
+    std::lock_guard<std::mutex> held(mutex);
+    ++total;
+  }
+};
