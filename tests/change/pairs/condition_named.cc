//: what: a predicate of a wait becomes a private const method
//: impact: changed
//: fault: none
//: slow: yes
#include <condition_variable>
#include <mutex>
#include <thread>
class Gate {
 public:
  void Open() {
    {
      std::lock_guard<std::mutex> guard(mutex_);
      open_ = true;
    }
    changed_.notify_all();
  }
  void Pass() {
    std::unique_lock<std::mutex> lock(mutex_);
-    changed_.wait(lock, [this] { return open_; });
+    changed_.wait(lock, [this] { return IsOpen(); });
  }

 private:
+  bool IsOpen() const { return open_; }
  std::mutex mutex_;
  std::condition_variable changed_;
  bool open_ = false;
};
int main() {
  Gate gate;
  std::thread a([&] { gate.Pass(); });
  gate.Open();
  a.join();
}
