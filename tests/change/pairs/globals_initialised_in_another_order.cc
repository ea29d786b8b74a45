//: what: two globals of one unit that are initialised when the program starts change places
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <mutex>
#include <thread>
static int Next(int n) { return n + 1; }
extern int second;
-int first = Next(second);
-int second = Next(1);
+int second = Next(1);
+int first = Next(second);
static std::mutex lock;
static int value;
static void Work() {
  std::unique_lock<std::mutex> held(lock, std::defer_lock);
  if (first < 2) held.lock();
  ++value;
}
int main() {
  std::thread other(Work);
  Work();
  other.join();
}
