// shows: a small thread pool with futures, drained and stopped in its destructor
#include <cassert>
#include <condition_variable>
#include <deque>
#include <functional>
#include <future>
#include <mutex>
#include <thread>
#include <vector>

class Pool {
 public:
  explicit Pool(int size) {
    for (int i = 0; i < size; i++) workers_.emplace_back([this] { Work(); });
  }
  ~Pool() {
    {
      std::lock_guard guard(lock_);
      stopping_ = true;
    }
    changed_.notify_all();
    for (std::thread& worker : workers_) worker.join();
  }
  std::future<int> Submit(std::function<int()> job) {
    std::packaged_task<int()> task(std::move(job));
    std::future<int> result = task.get_future();
    {
      std::lock_guard guard(lock_);
      jobs_.push_back(std::move(task));
    }
    changed_.notify_one();
    return result;
  }

 private:
  void Work() {
    for (;;) {
      std::unique_lock hold(lock_);
      changed_.wait(hold, [this] { return stopping_ || !jobs_.empty(); });
      if (jobs_.empty()) return;
      auto job = std::move(jobs_.front());
      jobs_.pop_front();
      hold.unlock();
      job();
    }
  }
  std::mutex lock_;
  std::condition_variable changed_;
  std::deque<std::packaged_task<int()>> jobs_;
  bool stopping_ = false;
  std::vector<std::thread> workers_;
};

int main() {
  std::future<int> late;
  {
    Pool pool(2);
    auto a = pool.Submit([] { return 1; });
    auto b = pool.Submit([] { return 2; });
    assert(a.get() + b.get() == 3);
    late = pool.Submit([] { return 3; });
  }
  assert(late.get() == 3);
}
