//: what: a reference into a container is used after the lock ends
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <map>
#include <mutex>
#include <thread>
static std::mutex mutex;
static std::map<int, int> counts;
static int& Slot(int key) {
  std::lock_guard<std::mutex> held(mutex);
  return counts[key];
}
static void Count(int key) {
-  std::lock_guard<std::mutex> held(mutex);
-  ++counts[key];
+  ++Slot(key);
}
int main() {
  (void)&Slot;
  std::thread a(Count, 1), b(Count, 1);
  a.join();
  b.join();
}
