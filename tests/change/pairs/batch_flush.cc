//: what: the flusher swaps the batch out under the lock but asks the member for its size behind it
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
//: slow: yes
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>
class Batcher {
 public:
  Batcher() : flusher_([this] { Run(); }) {}
  ~Batcher() {
    {
      std::lock_guard<std::mutex> guard(mutex_);
      stop_ = true;
    }
    wake_.notify_all();
    flusher_.join();
  }
  void Add(int value) {
    std::lock_guard<std::mutex> guard(mutex_);
    batch_.push_back(value);
    wake_.notify_one();
  }

 private:
  void Run() {
    for (;;) {
      std::vector<int> now;
      bool stop;
      {
        std::unique_lock<std::mutex> lock(mutex_);
        wake_.wait(lock, [this] { return stop_ || !batch_.empty(); });
        now.swap(batch_);
        stop = stop_;
      }
-      written_ += now.size();
+      written_ += now.size() - batch_.size();
      if (stop) return;
    }
  }
  std::mutex mutex_;
  std::condition_variable wake_;
  std::vector<int> batch_;
  bool stop_ = false;
  size_t written_ = 0;
  std::thread flusher_;
};
int main() {
  Batcher batcher;
  batcher.Add(1);
  batcher.Add(2);
}
