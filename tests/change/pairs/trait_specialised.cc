//: what: a trait is specialised: the lock of this type does nothing
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <mutex>
#include <thread>
struct NoMutex {
  void lock() {}
  void unlock() {}
};
template <class T>
struct Policy {
  using Mutex = std::mutex;
};
+template <>
+struct Policy<long> {
+  using Mutex = NoMutex;
+};
template <class T>
struct Sum {
  typename Policy<T>::Mutex mutex;
  T value = 0;
  void Add() {
    std::lock_guard held(mutex);
    ++value;
  }
};
Sum<long> sum;
int main() {
  std::thread a([] { sum.Add(); }), b([] { sum.Add(); });
  a.join();
  b.join();
}
