//: what: a number gets a name: a constexpr constant of the class
//: impact: same
//: fault: none
#include <mutex>
#include <thread>
struct Store {
+  static constexpr int kStep = 2;
  std::mutex mutex;
  int total = 0;
  void Add() {
    std::lock_guard<std::mutex> held(mutex);
-    total += 2;
+    total += kStep;
  }
};
Store store;
int main() {
  std::thread a([] { store.Add(); }), b([] { store.Add(); });
  a.join();
  b.join();
}
