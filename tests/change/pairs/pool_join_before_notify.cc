//: what: a pool joins its workers before it wakes them
//: impact: changed
//: select: yes
//: fault: deadlock
//: found: yes
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>
class Pool {
 public:
  Pool() : worker_([this] { Loop(); }) {}
  void Post(int job) {
    std::lock_guard<std::mutex> guard(mutex_);
    jobs_.push_back(job);
    wake_.notify_one();
  }
  ~Pool() {
    {
      std::lock_guard<std::mutex> guard(mutex_);
      stop_ = true;
    }
-    wake_.notify_all();
    worker_.join();
+    wake_.notify_all();
  }

 private:
  void Loop() {
    std::unique_lock<std::mutex> lock(mutex_);
    while (true) {
      wake_.wait(lock, [this] { return stop_ || !jobs_.empty(); });
      if (jobs_.empty()) return;
      jobs_.pop_front();
    }
  }
  std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<int> jobs_;
  bool stop_ = false;
  std::thread worker_;
};
int main() {
  Pool pool;
  pool.Post(1);
}
