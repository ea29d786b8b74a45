//: what: a writer only takes the lock shared
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <map>
#include <shared_mutex>
#include <thread>
std::shared_mutex mutex;
std::map<int, int> cache;
int Get(int key) {
  {
    std::shared_lock<std::shared_mutex> read(mutex);
    if (auto at = cache.find(key); at != cache.end()) return at->second;
  }
-  std::unique_lock<std::shared_mutex> write(mutex);
+  std::shared_lock<std::shared_mutex> write(mutex);
  return cache[key] = key * 2;
}
int main() {
  std::thread a(Get, 1), b(Get, 2);
  a.join();
  b.join();
}
