//: what: the second thread gets the lambda that does not lock
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <mutex>
#include <thread>
int main() {
  std::mutex mutex;
  int total = 0;
  auto locked = [&] {
    std::lock_guard<std::mutex> guard(mutex);
    ++total;
  };
  auto plain = [&] { ++total; };
  plain();
-  std::thread a(locked), b(locked);
+  std::thread a(locked), b(plain);
  a.join();
  b.join();
  return total == 0;
}
