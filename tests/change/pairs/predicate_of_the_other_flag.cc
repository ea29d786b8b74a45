//: what: a wait asks the wrong flag
//: impact: changed
//: select: yes
//: fault: assert
//: found: yes
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <thread>
std::mutex m;
std::condition_variable changed;
bool opened, filled;
void Producer() {
  {
    std::lock_guard<std::mutex> held(m);
    opened = true;
  }
  changed.notify_all();
  std::lock_guard<std::mutex> held(m);
  filled = true;
  changed.notify_all();
}
void Consumer() {
  std::unique_lock<std::mutex> held(m);
-  changed.wait(held, [] { return filled; });
+  changed.wait(held, [] { return opened; });
  assert(filled);
}
int main() {
  std::thread a(Producer), b(Consumer);
  a.join();
  b.join();
}
