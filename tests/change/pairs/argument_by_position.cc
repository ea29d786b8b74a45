//: what: two fields change places under a temporary that is passed on
//: impact: changed
//: slow: yes
//: fault: race
//: found: yes
//: select: yes
#include <mutex>
#include <thread>
struct Mode {
-  bool locked = false;
-  bool loud = false;
+  bool loud = false;
+  bool locked = false;
};
static std::mutex mutex;
static int value;
static void Add(Mode mode) {
  std::unique_lock<std::mutex> held(mutex, std::defer_lock);
  if (mode.locked) held.lock();
  ++value;
}
int main() {
  std::thread a([] { Add({true, false}); }), b([] { Add({true, false}); });
  a.join();
  b.join();
}
