//: what: a waiter waits with the shared side and writes the state
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
//: slow: yes
#include <condition_variable>
#include <shared_mutex>
#include <thread>
std::shared_mutex mutex;
std::condition_variable_any changed;
bool ready;
int taken;
void Take() {
-  std::unique_lock<std::shared_mutex> lock(mutex);
+  std::shared_lock<std::shared_mutex> lock(mutex);
  changed.wait(lock, [] { return ready; });
  ++taken;
}
int main() {
  std::thread a(Take), b(Take);
  {
    std::unique_lock<std::shared_mutex> lock(mutex);
    ready = true;
  }
  changed.notify_all();
  a.join();
  b.join();
}
