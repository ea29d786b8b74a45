//: what: enumerators change places; an array by enumerator holds the locks
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <mutex>
#include <thread>
-enum Level { kLow, kHigh, kCount };
+enum Level { kHigh, kLow, kCount };
static std::mutex locks[2];
static int jobs;
static void Low() {
  std::lock_guard<std::mutex> held(locks[kLow]);
  ++jobs;
}
static void Zero() {
  std::lock_guard<std::mutex> held(locks[0]);
  ++jobs;
}
int main() {
  std::thread a(Low), b(Zero);
  a.join();
  b.join();
  return kCount != 2;
}
