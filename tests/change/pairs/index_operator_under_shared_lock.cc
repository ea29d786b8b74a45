//: what: a reader under a shared lock uses [], which inserts
//: impact: changed
//: select: yes
//: fault: any
//: found: yes
#include <map>
#include <mutex>
#include <shared_mutex>
#include <thread>

std::shared_mutex m;
std::map<int, int> cache;

int Get(int key) {
  std::shared_lock<std::shared_mutex> lock(m);
-  auto it = cache.find(key);
-  return it == cache.end() ? 0 : it->second;
+  return cache[key];
}

int x, y;
int main() {
  std::thread a([] { x = Get(1); });
  std::thread b([] { y = Get(2); });
  a.join();
  b.join();
}
