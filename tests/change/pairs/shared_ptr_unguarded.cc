//: what: a shared_ptr that readers copy is replaced without its lock
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <memory>
#include <mutex>
#include <thread>
static std::mutex mutex;
static std::shared_ptr<const int> current = std::make_shared<const int>(1);
static std::shared_ptr<const int> Current() {
  std::lock_guard<std::mutex> held(mutex);
  return current;
}
static void Replace(int n) {
  auto fresh = std::make_shared<const int>(n);
-  std::lock_guard<std::mutex> held(mutex);
-  current.swap(fresh);
+  current = fresh;
}
int main() {
  std::thread a([] { Replace(2); });
  std::thread b([] { return *Current(); });
  a.join();
  b.join();
}
