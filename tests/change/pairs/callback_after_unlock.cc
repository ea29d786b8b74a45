//: what: a callback that was called under the lock is called behind it: it may come after Cancel returned
//: impact: changed
//: fault: assert
//: found: yes
//: slow: yes
#include <assert.h>
#include <functional>
#include <mutex>
#include <thread>
class Timer {
 public:
  explicit Timer(std::function<void()> f) : f_(std::move(f)) {}
  void Fire() {
    std::unique_lock<std::mutex> lock(mutex_);
    if (cancelled_) return;
-    f_();
+    lock.unlock();
+    f_();
  }
  void Cancel() {
    std::lock_guard<std::mutex> guard(mutex_);
    cancelled_ = true;
  }

 private:
  std::mutex mutex_;
  bool cancelled_ = false;
  std::function<void()> f_;
};
int main() {
  std::mutex mutex;
  bool gone = false;
  Timer timer([&] {
    std::lock_guard<std::mutex> guard(mutex);
    assert(!gone);
  });
  std::thread clock([&] { timer.Fire(); });
  timer.Cancel();
  {
    std::lock_guard<std::mutex> guard(mutex);
    gone = true;
  }
  clock.join();
}
