//: what: a producer signals once behind its loop, and two consumers wait for an item each
//: impact: changed
//: select: yes
//: fault: deadlock
//: found: yes
#include <condition_variable>
#include <mutex>
#include <thread>
std::mutex mutex;
std::condition_variable filled;
int items;
void Consume() {
  std::unique_lock<std::mutex> lock(mutex);
  filled.wait(lock, [] { return items > 0; });
  --items;
}
void Produce() {
  for (int i = 0; i < 2; ++i) {
    std::lock_guard<std::mutex> guard(mutex);
    ++items;
-    filled.notify_one();
  }
+  filled.notify_one();
}
int main() {
  std::thread a(Consume), b(Consume), p(Produce);
  a.join();
  b.join();
  p.join();
}
