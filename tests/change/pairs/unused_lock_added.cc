//: what: a member that nobody uses yet is added at the end, with its accessor
//: impact: changed
//: select: none
//: fault: none
#include <mutex>
#include <thread>
struct Store {
  std::mutex mutex;
  int total = 0;
+  int spare = 0;
+  int Spare() const { return spare; }
  void Add() {
    std::lock_guard<std::mutex> held(mutex);
    ++total;
  }
};
Store store;
int main() {
  std::thread a([] { store.Add(); }), b([] { store.Add(); });
  a.join();
  b.join();
}
