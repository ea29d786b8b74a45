//: what: a semaphore is waited for with a limit, and what is guarded is used in any case
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <chrono>
#include <semaphore>
#include <thread>
static std::binary_semaphore turn(1);
static int total;
static void Work() {
-  turn.acquire();
+  (void)turn.try_acquire_for(std::chrono::milliseconds(1));
  ++total;
  turn.release();
}
int main() {
  std::thread a(Work), b([] {
    turn.acquire();
    ++total;
    turn.release();
  });
  a.join();
  b.join();
}
