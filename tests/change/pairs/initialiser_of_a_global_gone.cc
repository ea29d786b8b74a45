//: what: a global of zero is no longer initialised by a function when the program starts
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <mutex>
#include <thread>
static int Next(int n) { return n + 1; }
int kept = Next(3);
-int first = Next(1);
+int first;
static std::mutex lock;
static int value;
static void Work() {
  std::unique_lock<std::mutex> held(lock, std::defer_lock);
  if (first > 0) held.lock();
  ++value;
}
int main() {
  std::thread other(Work);
  Work();
  other.join();
  return kept + Next(0) == 0;
}
