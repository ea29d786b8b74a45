//: what: taking an item becomes two locked steps: look at the first, remove the first
//: impact: changed
//: select: yes
//: fault: assert
//: found: yes
#include <cassert>
#include <deque>
#include <mutex>
#include <thread>
std::mutex mutex;
std::deque<int> items{1, 2};
int taken[3];
void Take() {
  int item;
  {
    std::lock_guard<std::mutex> guard(mutex);
    item = items.front();
+  }
+  {
+    std::lock_guard<std::mutex> guard(mutex);
    items.pop_front();
    ++taken[item];
  }
}
int main() {
  std::thread a(Take), b(Take);
  a.join();
  b.join();
  assert(taken[1] == 1 && taken[2] == 1);
}
