//: what: a thread prints a line that it did not print, without touching anything shared
//: impact: changed
//: select: none
//: fault: none
#include <cstdio>
#include <mutex>
#include <thread>
std::mutex m;
int total;
void Add(int n) {
+  std::printf("adds %d\n", n);
  std::lock_guard<std::mutex> held(m);
  total += n;
}
int main() {
  std::thread a(Add, 1), b(Add, 2);
  a.join();
  b.join();
}
