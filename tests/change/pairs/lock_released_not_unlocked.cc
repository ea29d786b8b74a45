//: what: release() of a lock object was meant to give the lock back
//: impact: changed
//: slow: yes
//: fault: deadlock
//: found: yes
#include <mutex>
#include <thread>
static std::mutex mutex;
static int total;
static void Work() {
  std::unique_lock<std::mutex> held(mutex);
  ++total;
-  held.unlock();
+  held.release();
}
int main() {
  std::thread a(Work), b(Work);
  a.join();
  b.join();
}
