//: what: whether there is an item is asked before the lock is taken
//: impact: changed
//: select: yes
//: fault: any
//: found: yes
#include <cassert>
#include <mutex>
#include <thread>
#include <vector>
std::mutex mutex;
std::vector<int> items{1};
void Take() {
-  std::lock_guard<std::mutex> guard(mutex);
  if (items.empty()) return;
+  std::lock_guard<std::mutex> guard(mutex);
  assert(!items.empty());
  items.pop_back();
}
int main() {
  std::thread a(Take), b(Take);
  a.join();
  b.join();
}
