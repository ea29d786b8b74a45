//: what: the predicate of a wait asks for one field of two
//: impact: changed
//: fault: assert
//: found: yes
#include <assert.h>
#include <condition_variable>
#include <mutex>
#include <thread>
static std::mutex mutex;
static std::condition_variable changed;
static bool opened, filled;
static void Fill() {
  {
    std::lock_guard<std::mutex> held(mutex);
    opened = true;
  }
  changed.notify_all();
  {
    std::lock_guard<std::mutex> held(mutex);
    filled = true;
  }
  changed.notify_all();
}
static void Use() {
  std::unique_lock<std::mutex> held(mutex);
-  changed.wait(held, [] { return opened && filled; });
+  changed.wait(held, [] { return opened; });
  assert(filled);
}
int main() {
  std::thread a(Fill), b(Use);
  a.join();
  b.join();
}
