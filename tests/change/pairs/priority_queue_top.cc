//: what: the scheduler looks at the top of its queue without the lock to know how long to sleep
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
//: slow: yes
#include <mutex>
#include <queue>
#include <thread>
#include <vector>
class Scheduler {
 public:
  void At(int when) {
    std::lock_guard<std::mutex> guard(mutex_);
    times_.push(when);
  }
  int Next() {
-    std::lock_guard<std::mutex> guard(mutex_);
    return times_.empty() ? -1 : times_.top();
  }

 private:
  std::mutex mutex_;
  std::priority_queue<int, std::vector<int>, std::greater<>> times_;
};
int main() {
  Scheduler scheduler;
  scheduler.At(5);
  std::thread a([&] { scheduler.At(3); });
  scheduler.Next();
  a.join();
}
