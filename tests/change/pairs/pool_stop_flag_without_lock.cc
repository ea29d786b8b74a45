//: what: the destructor of a pool sets the flag without the lock: the worker misses the call
//: impact: changed
//: select: yes
//: fault: any
//: found: yes
#include <condition_variable>
#include <mutex>
#include <thread>
class Pool {
 public:
  Pool() : worker_([this] { Loop(); }) {}
  ~Pool() {
-    {
-      std::lock_guard<std::mutex> guard(mutex_);
-      stop_ = true;
-    }
+    stop_ = true;
    wake_.notify_all();
    worker_.join();
  }

 private:
  void Loop() {
    std::unique_lock<std::mutex> lock(mutex_);
    while (!stop_) wake_.wait(lock);
  }
  std::mutex mutex_;
  std::condition_variable wake_;
  bool stop_ = false;
  std::thread worker_;
};
int main() { Pool pool; }
