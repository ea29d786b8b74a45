//: what: the threads get copies of a lambda; what it refers to is shared as before, under its lock
//: impact: changed
//: fault: none
#include <mutex>
#include <thread>
int main() {
  std::mutex mutex;
  int sum = 0;
  auto add = [&](int n) {
    std::lock_guard<std::mutex> held(mutex);
    sum += n;
  };
-  std::thread a([&] { add(1); });
-  std::thread b([&] { add(2); });
+  std::thread a([&, add] { add(1); });
+  std::thread b([&, add] { add(2); });
  a.join();
  b.join();
  return sum == 0;
}
