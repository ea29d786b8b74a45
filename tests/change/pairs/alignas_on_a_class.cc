//: what: a class that two threads use has a line of the cache to itself
//: impact: same
//: fault: none
#include <mutex>
#include <thread>
-struct Counter {
+struct alignas(64) Counter {
  std::mutex mutex;
  int n = 0;
  void Add() {
    std::lock_guard<std::mutex> held(mutex);
    ++n;
  }
};
static Counter counters[2];
int main() {
  std::thread a([] { counters[0].Add(); counters[1].Add(); }), b([] { counters[1].Add(); });
  a.join();
  b.join();
}
