//: what: the waiter is told before the flag is set
//: impact: changed
//: fault: any
//: found: yes
#include <condition_variable>
#include <mutex>
#include <thread>

class Event {
 public:
  void Fire() {
-    std::lock_guard<std::mutex> guard(mutex_);
-    fired_ = true;
-    changed_.notify_one();
+    changed_.notify_one();
+    std::lock_guard<std::mutex> guard(mutex_);
+    fired_ = true;
  }
  void Await() {
    std::unique_lock<std::mutex> lock(mutex_);
    changed_.wait(lock, [this] { return fired_; });
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  bool fired_ = false;
};

int main() {
  Event e;
  std::thread waiter([&] { e.Await(); });
  std::thread firer([&] { e.Fire(); });
  waiter.join();
  firer.join();
}
