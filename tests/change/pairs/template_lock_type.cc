//: what: a template parameter is a lock that does nothing
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <mutex>
#include <thread>
struct NullLock {
  void lock() {}
  void unlock() {}
};
template <typename Lock>
class Counter {
 public:
  void Add() {
    std::lock_guard<Lock> held(lock_);
    ++n_;
  }
  int n_ = 0;
  Lock lock_;
};
-static Counter<std::mutex> counter;
+static Counter<NullLock> counter;
int main() {
  std::thread a([] { counter.Add(); }), b([] { counter.Add(); });
  a.join();
  b.join();
  return counter.n_ == 0;
}
