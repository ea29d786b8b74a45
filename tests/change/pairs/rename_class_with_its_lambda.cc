//: what: a class that starts threads with lambdas of its own gets another name
//: impact: same
//: fault: none
#include <condition_variable>
#include <mutex>
#include <thread>

-class Pump {
+class Feeder {
 public:
  void Run() {
    std::thread a([this] {
      std::lock_guard<std::mutex> guard(mutex_);
      ready_ = true;
      cv_.notify_one();
    });
    std::thread b([this] {
      std::unique_lock<std::mutex> lock(mutex_);
      cv_.wait(lock, [this] { return ready_; });
      done_ = true;
    });
    a.join();
    b.join();
  }

 private:
  std::mutex mutex_;
  std::condition_variable cv_;
  bool ready_ = false, done_ = false;
};
-int main() { Pump().Run(); }
+int main() { Feeder().Run(); }
