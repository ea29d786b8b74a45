//: what: waits for the lock for a while, then goes on without it
//: impact: changed
//: select: yes
//: fault: race
//: found: no: nobody holds the lock for a millisecond; --time-model free lets the time run out
#include <chrono>
#include <mutex>
#include <thread>
static std::timed_mutex mutex;
static int n;
static void Add() {
-  std::unique_lock<std::timed_mutex> held(mutex);
+  std::unique_lock<std::timed_mutex> held(mutex, std::chrono::milliseconds(1));
  ++n;
}
int main() {
  std::thread a(Add), b(Add);
  a.join();
  b.join();
}
