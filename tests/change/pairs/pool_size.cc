//: what: a pool has two workers instead of one; its tasks were never locked
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <functional>
#include <mutex>
#include <queue>
#include <thread>
#include <vector>
class Pool {
 public:
  explicit Pool(int n) {
    for (int i = 0; i < n; ++i) workers_.emplace_back([this] { Run(); });
  }
  ~Pool() {
    for (auto& worker : workers_) worker.join();
  }
  void Run() {
    for (;;) {
      std::function<void()> task;
      {
        std::lock_guard<std::mutex> held(mutex_);
        if (tasks_.empty()) return;
        task = std::move(tasks_.front());
        tasks_.pop();
      }
      task();
    }
  }
  static std::queue<std::function<void()>> tasks_;
  static std::mutex mutex_;

 private:
  std::vector<std::thread> workers_;
};
std::queue<std::function<void()>> Pool::tasks_;
std::mutex Pool::mutex_;
static int done;
int main() {
  for (int i = 0; i < 2; ++i) Pool::tasks_.push([] { ++done; });
-  Pool pool(1);
+  Pool pool(2);
}
