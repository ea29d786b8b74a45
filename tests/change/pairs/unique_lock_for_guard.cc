//: what: a guard becomes a unique_lock, because the next change will wait on it
//: impact: changed
//: fault: none
//: slow: yes
#include <mutex>
#include <thread>
class Box {
 public:
  void Set(int n) {
-    std::lock_guard<std::mutex> guard(mutex_);
+    std::unique_lock<std::mutex> lock(mutex_);
    n_ = n;
  }
  int Get() {
-    std::lock_guard<std::mutex> guard(mutex_);
+    std::unique_lock lock(mutex_);
    return n_;
  }

 private:
  std::mutex mutex_;
  int n_ = 0;
};
int main() {
  Box box;
  std::thread a([&] { box.Set(1); }), b([&] { box.Get(); });
  a.join();
  b.join();
}
