//: what: the lambda of one thread no longer locks
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <mutex>
#include <thread>
int main() {
  std::mutex mutex;
  int total = 0;
  std::thread a([&] {
-    std::lock_guard<std::mutex> guard(mutex);
    ++total;
  });
  std::thread b([&] {
    std::lock_guard<std::mutex> guard(mutex);
    ++total;
  });
  a.join();
  b.join();
  return total == 0;
}
