//: what: a semaphore is tried, and nobody asks whether it was taken
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <semaphore>
#include <thread>
static std::counting_semaphore<1> free_slot(1);
static int total;
static void Add() {
-  free_slot.acquire();
+  (void)free_slot.try_acquire();
  ++total;
  free_slot.release();
}
int main() {
  std::thread a(Add), b(Add);
  a.join();
  b.join();
  return total == 0;
}
