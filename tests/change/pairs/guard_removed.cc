//: what: a lock_guard is gone
//: impact: changed
//: points: Counter::total
//: select: yes
//: fault: race
//: found: yes
#include <mutex>
#include <thread>
struct Counter {
  std::mutex mutex;
  int total = 0;
  void Add() {
-    std::lock_guard<std::mutex> guard(mutex);
    ++total;
  }
};
int main() {
  Counter counter;
  std::thread a([&] { counter.Add(); }), b([&] { counter.Add(); });
  a.join();
  b.join();
  return counter.total == 0;
}
