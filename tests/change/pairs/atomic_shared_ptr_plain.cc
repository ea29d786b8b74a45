//: what: a pointer that is exchanged atomically becomes a plain shared_ptr
//: impact: changed
//: select: yes
//: fault: any
//: found: yes
#include <atomic>
#include <memory>
#include <thread>
-std::atomic<std::shared_ptr<int>> config;
+std::shared_ptr<int> config;
int main() {
-  config.store(std::make_shared<int>(1));
-  std::thread a([] { config.store(std::make_shared<int>(2)); });
-  int seen = *config.load();
+  config = std::make_shared<int>(1);
+  std::thread a([] { config = std::make_shared<int>(2); });
+  std::shared_ptr<int> now = config;
+  int seen = *now;
  a.join();
  return seen == 3;
}
