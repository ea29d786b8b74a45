//: what: the build asks the library to check what it is given
//: impact: changed
//: fault: none
//: new-flags: -D_GLIBCXX_ASSERTIONS
#include <mutex>
#include <thread>
#include <vector>
static std::mutex m;
static std::vector<int> all(3);
static void Add() {
  std::lock_guard<std::mutex> held(m);
  ++all[1];
}
int main() {
  std::thread a(Add), b(Add);
  a.join();
  b.join();
  return all[1] == 0;
}
