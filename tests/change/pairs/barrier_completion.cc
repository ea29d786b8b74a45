//: what: the completion function of a barrier does less: a thread sums up itself, before the barrier
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <barrier>
#include <thread>
static int part[2], sum;
static void Add() noexcept { sum = part[0] + part[1]; }
int main() {
-  auto complete = []() noexcept { Add(); };
+  auto complete = []() noexcept {};
  std::barrier sync(2, complete);
  std::thread a([&] {
    part[0] = 1;
+    Add();
    sync.arrive_and_wait();
  });
  std::thread b([&] {
    part[1] = 2;
    sync.arrive_and_wait();
  });
  a.join();
  b.join();
  return sum > 3;
}
