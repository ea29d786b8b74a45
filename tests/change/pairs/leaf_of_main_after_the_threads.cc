//: what: what main computes of the result when all threads have ended
//: impact: changed
//: tests: one two
//: select: none
//: fault: none
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <thread>
static std::mutex m;
static int total;
static void Add() {
  std::lock_guard<std::mutex> held(m);
  ++total;
}
static int Report(int limit) {
-  return total > limit;
+  std::printf("%d of %d\n", total, limit);
+  return total >= limit + 1;
}
int main(int argc, char** argv) {
  std::thread a(Add), b(Add);
  a.join();
  b.join();
  return Report(argc > 1 && argv[1][0] == 'o' ? 3 : 4);
}
