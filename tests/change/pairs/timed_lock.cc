//: what: waits for the lock for a while, then goes on without it
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
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
