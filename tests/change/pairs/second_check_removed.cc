//: what: of a double-checked initialisation the check inside the lock goes
//: impact: changed
//: select: yes
//: fault: assert
//: found: yes
#include <atomic>
#include <cassert>
#include <mutex>
#include <thread>
struct Config {
  int values[4] = {1, 2, 3, 4};
};
std::atomic<Config*> config;
std::mutex mutex;
int made;
Config* Get() {
  Config* c = config.load(std::memory_order_acquire);
  if (!c) {
    std::lock_guard<std::mutex> guard(mutex);
-    c = config.load(std::memory_order_relaxed);
-    if (!c) {
-      c = new Config;
-      ++made;
-      config.store(c, std::memory_order_release);
-    }
+    c = new Config;
+    ++made;
+    config.store(c, std::memory_order_release);
  }
  return c;
}
int main() {
  std::thread a([] { Get(); }), b([] { Get(); });
  a.join();
  b.join();
  assert(made == 1);
}
