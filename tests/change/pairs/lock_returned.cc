//: what: a function no longer gives its lock back to the caller
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <mutex>
#include <thread>
struct Store {
  std::mutex mutex;
  int total = 0;
-  [[nodiscard]] std::unique_lock<std::mutex> Lock() { return std::unique_lock<std::mutex>(mutex); }
+  std::unique_lock<std::mutex> Lock() { return std::unique_lock<std::mutex>(mutex, std::defer_lock); }
  void Add() {
    auto held = Lock();
    ++total;
  }
} store;
int main() {
  std::thread a([] { store.Add(); }), b([] { store.Add(); });
  a.join();
  b.join();
}
