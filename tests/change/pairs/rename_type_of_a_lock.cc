//: what: a lock class is replaced by a new one of the same shape that does not wait
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <atomic>
#include <thread>
-class SpinLock {
+class TryLock {
 public:
  void lock() {
-    while (flag_.exchange(true)) {
-    }
+    flag_.exchange(true);
  }
  void unlock() { flag_ = false; }

 private:
  std::atomic<bool> flag_{false};
};
-SpinLock lock;
+TryLock lock;
int n;
void Work() {
  lock.lock();
  ++n;
  lock.unlock();
}
int main() {
  std::thread a(Work), b(Work);
  a.join();
  b.join();
}
