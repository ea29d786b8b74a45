//: what: a class template deduces a copy where it deduced a reference
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <functional>
#include <mutex>
#include <thread>
#include <type_traits>
static int total;
template <class M>
struct Holder {
  M mutex;
};
struct Lock {
  std::mutex* m = new std::mutex;
  Lock() = default;
  Lock(const Lock&) {}
  void lock() { m->lock(); }
  void unlock() { m->unlock(); }
};
-template <class M>
-Holder(M&) -> Holder<M&>;
+template <class M>
+Holder(M&) -> Holder<M>;
static Lock all;
static void Add() {
  Holder holder{all};
  std::lock_guard held(holder.mutex);
  ++total;
}
int main() {
  std::thread a(Add), b(Add);
  a.join();
  b.join();
  return total == 0;
}
