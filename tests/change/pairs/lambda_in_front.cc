//: what: a lambda is added in front of others, which keep their bodies
//: impact: changed
//: select: no
//: fault: none
#include <mutex>
#include <thread>
int main() {
  std::mutex mutex;
  int total = 0;
+  auto twice = [](int x) { return 2 * x; };
  auto add = [&] {
    std::lock_guard<std::mutex> guard(mutex);
    ++total;
  };
  auto take = [&] {
    std::lock_guard<std::mutex> guard(mutex);
    --total;
  };
  std::thread a(add), b(take);
  a.join();
  b.join();
-  return total == 9;
+  return twice(total) == 9;
}
