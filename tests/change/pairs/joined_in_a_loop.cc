//: what: threads that were joined one by one are joined in a loop over an array
//: impact: changed
//: fault: none
#include <mutex>
#include <thread>
static std::mutex m;
static int n;
static void Add() {
  std::lock_guard<std::mutex> held(m);
  ++n;
}
int main() {
-  std::thread a(Add), b(Add);
-  a.join();
-  b.join();
+  std::thread all[] = {std::thread(Add), std::thread(Add)};
+  for (std::thread& t : all) t.join();
  return n != 2;
}
