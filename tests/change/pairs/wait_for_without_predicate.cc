//: what: a timed wait loses its predicate
//: impact: changed
//: select: yes
//: fault: assert
//: found: no, it needs a delay of a second and is listed as timing
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>
std::mutex m;
std::condition_variable changed;
bool ready;
int main() {
  std::thread a([] {
    std::lock_guard<std::mutex> held(m);
    ready = true;
    changed.notify_one();
  });
  {
    std::unique_lock<std::mutex> held(m);
-    changed.wait(held, [] { return ready; });
+    changed.wait_for(held, std::chrono::seconds(1));
    assert(ready);
  }
  a.join();
}
