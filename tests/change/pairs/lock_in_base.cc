//: what: the base class's helper no longer locks
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <mutex>
#include <thread>
class Guarded {
 protected:
  template <class F>
  void With(F f) {
-    std::lock_guard<std::mutex> held(mutex_);
    f();
  }
  std::mutex mutex_;
};
class Counter : Guarded {
 public:
  void Add() {
    With([this] { ++total_; });
  }
 private:
  int total_ = 0;
} counter;
int main() {
  std::thread a([] { counter.Add(); }), b([] { counter.Add(); });
  a.join();
  b.join();
}
