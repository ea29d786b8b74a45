//: what: a thread_local says in the beginning that the thread need not lock
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <mutex>
#include <thread>
static std::mutex lock;
static int shared;
struct Mode {
  bool careful = true;
};
-static thread_local Mode mode;
+static thread_local Mode mode{false};
static void Work() {
  std::unique_lock<std::mutex> held(lock, std::defer_lock);
  if (mode.careful) held.lock();
  ++shared;
}
int main() {
  std::thread other(Work);
  Work();
  other.join();
}
