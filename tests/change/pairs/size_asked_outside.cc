//: what: room for a copy is reserved before the lock is taken
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <mutex>
#include <thread>
#include <vector>
std::mutex mutex;
std::vector<int> items{1, 2};
std::vector<int> Copy() {
  std::vector<int> out;
-  std::lock_guard<std::mutex> guard(mutex);
  out.reserve(items.size());
+  std::lock_guard<std::mutex> guard(mutex);
  for (int i : items) out.push_back(i);
  return out;
}
int main() {
  std::thread a([] { Copy(); }), b([] {
    std::lock_guard<std::mutex> guard(mutex);
    items.pop_back();
  });
  a.join();
  b.join();
}
