//: what: the default of an enum member decides whether to lock
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <mutex>
#include <thread>
enum class Mode { kSafe, kFast };
struct Store {
-  Mode mode = Mode::kSafe;
+  Mode mode = Mode::kFast;
  std::mutex mutex;
  int total = 0;
  void Add() {
    std::unique_lock<std::mutex> held(mutex, std::defer_lock);
    if (mode == Mode::kSafe) held.lock();
    ++total;
  }
};
int main() {
  Store store;
  std::thread a([&] { store.Add(); }), b([&] { store.Add(); });
  a.join();
  b.join();
}
