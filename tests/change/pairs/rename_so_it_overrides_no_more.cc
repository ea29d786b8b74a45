//: what: a method of a derived class gets another name, and the base's is run instead
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <mutex>
#include <thread>
struct Counter {
  int n = 0;
  virtual ~Counter() = default;
  virtual void Add() { ++n; }
};
struct SafeCounter : Counter {
  std::mutex mutex;
-  void Add() override {
+  void Increment() {
    std::lock_guard<std::mutex> guard(mutex);
    ++n;
  }
};
SafeCounter safe;
Counter* counter = &safe;
int main() {
  std::thread a([] { counter->Add(); }), b([] { counter->Add(); });
  a.join();
  b.join();
}
