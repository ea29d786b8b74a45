//: what: a new test in main beside the others
//: impact: changed
//: tests: one two three
//: args: one
//: select: none
//: fault: none
#include <cstring>
#include <mutex>
#include <thread>

std::mutex m;
int n;
void Count() {
  std::lock_guard<std::mutex> guard(m);
  ++n;
}
void Pair() {
  std::thread a(Count);
  std::thread b(Count);
  a.join();
  b.join();
}
int main(int argc, char** argv) {
  if (argc < 2) return 2;
  if (!strcmp(argv[1], "one")) Pair();
  else if (!strcmp(argv[1], "two")) { Pair(); Pair(); }
  else if (!strcmp(argv[1], "three")) Count();
+  else if (!strcmp(argv[1], "four")) { Pair(); Count(); }
  return 0;
}
