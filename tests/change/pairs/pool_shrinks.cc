//: what: a pool that shrinks detaches the workers it does not need, which still use it
//: impact: changed
//: tests: fixed shrink
//: args: shrink
//: fault: any
//: found: yes
//: slow: yes
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>
class Pool {
 public:
  explicit Pool(size_t n) { Grow(n); }
  ~Pool() { Resize(0); }
  void Post(std::function<void()> job) {
    std::lock_guard<std::mutex> guard(mutex_);
    jobs_.push_back(std::move(job));
    wake_.notify_one();
  }
  void Resize(size_t n) {
    {
      std::lock_guard<std::mutex> guard(mutex_);
      wanted_ = n;
      wake_.notify_all();
    }
    while (workers_.size() > n) {
-      workers_.back().join();
+      workers_.back().detach();
      workers_.pop_back();
    }
  }

 private:
  void Grow(size_t n) {
    wanted_ = n;
    for (size_t i = workers_.size(); i < n; ++i) workers_.emplace_back([this, i] { Loop(i); });
  }
  void Loop(size_t own) {
    std::unique_lock<std::mutex> lock(mutex_);
    for (;;) {
      wake_.wait(lock, [&] { return own >= wanted_ || !jobs_.empty(); });
      if (own >= wanted_) return;
      auto job = std::move(jobs_.front());
      jobs_.pop_front();
      lock.unlock();
      job();
      lock.lock();
    }
  }
  std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<std::function<void()>> jobs_;
  size_t wanted_ = 0;
  std::vector<std::thread> workers_;
};
int main(int argc, char** argv) {
  auto* pool = new Pool(2);
  pool->Post([] {});
  if (argc > 1 && std::string(argv[1]) == "shrink") pool->Resize(1);
  delete pool;
}
