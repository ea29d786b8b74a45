//: what: a line of output is added outside of what the threads do
//: impact: changed
//: select: no
//: fault: none
#include <cstdio>
#include <mutex>
#include <thread>
static std::mutex mutex;
static int n;
static void Add() {
  std::lock_guard<std::mutex> held(mutex);
  ++n;
}
int main() {
  std::thread a(Add), b(Add);
  a.join();
  b.join();
+  std::printf("%s\n", "done");
  return 0;
}
