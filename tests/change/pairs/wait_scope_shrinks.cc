//: what: the scope of a unique_lock that was given to wait ends earlier
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <condition_variable>
#include <mutex>
#include <thread>
std::mutex mutex;
std::condition_variable changed;
bool ready = false;
int taken = 0;
void Take() {
-  std::unique_lock<std::mutex> lock(mutex);
-  changed.wait(lock, [] { return ready; });
-  ++taken;
+  {
+    std::unique_lock<std::mutex> lock(mutex);
+    changed.wait(lock, [] { return ready; });
+  }
+  ++taken;
}
int main() {
  std::thread a(Take), b(Take);
  {
    std::lock_guard<std::mutex> lock(mutex);
    ready = true;
  }
  changed.notify_all();
  a.join();
  b.join();
  return taken == 0;
}
