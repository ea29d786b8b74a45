//: what: a pool's queue is popped after its lock is gone
//: impact: changed
//: select: yes
//: fault: any
//: found: yes
#include <condition_variable>
#include <functional>
#include <mutex>
#include <queue>
#include <thread>
#include <vector>
class Pool {
 public:
  Pool() {
    for (int i = 0; i < 2; ++i) threads_.emplace_back([this] { Work(); });
  }
  ~Pool() {
    {
      std::lock_guard<std::mutex> held(mutex_);
      done_ = true;
    }
    changed_.notify_all();
    for (auto& t : threads_) t.join();
  }
  void Submit(std::function<void()> f) {
    {
      std::lock_guard<std::mutex> held(mutex_);
      jobs_.push(std::move(f));
    }
    changed_.notify_one();
  }
 private:
  void Work() {
    while (true) {
      std::unique_lock<std::mutex> held(mutex_);
      changed_.wait(held, [this] { return done_ || !jobs_.empty(); });
      if (jobs_.empty()) return;
+      held.unlock();
      auto job = std::move(jobs_.front());
      jobs_.pop();
-      held.unlock();
      job();
    }
  }
  std::mutex mutex_;
  std::condition_variable changed_;
  std::queue<std::function<void()>> jobs_;
  bool done_ = false;
  std::vector<std::thread> threads_;
};
int main() {
  Pool pool;
  pool.Submit([] {});
  pool.Submit([] {});
}
