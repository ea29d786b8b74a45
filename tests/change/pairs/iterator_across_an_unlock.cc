//: what: a loop over a list releases the lock around each call and keeps its iterator
//: impact: changed
//: select: yes
//: fault: any
//: found: yes
#include <list>
#include <mutex>
#include <thread>
std::mutex mutex;
std::list<int> items{1, 2};
int sum;
void Visit() {
  std::unique_lock<std::mutex> lock(mutex);
  for (auto it = items.begin(); it != items.end(); ++it) {
    sum += *it;
+    lock.unlock();
+    std::this_thread::yield();
+    lock.lock();
  }
}
void Clear() {
  std::lock_guard<std::mutex> guard(mutex);
  items.clear();
}
int main() {
  std::thread a(Visit), b(Clear);
  a.join();
  b.join();
}
