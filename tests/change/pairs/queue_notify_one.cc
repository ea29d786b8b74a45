//: what: a queue with producers and consumers on one condition wakes one thread only
//: impact: changed
//: fault: deadlock
//: found: yes
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>
class Queue {
 public:
  void Push(int n) {
    std::unique_lock<std::mutex> held(mutex_);
    changed_.wait(held, [&] { return items_.size() < 1; });
    items_.push_back(n);
-    changed_.notify_all();
+    changed_.notify_one();
  }
  int Pop() {
    std::unique_lock<std::mutex> held(mutex_);
    changed_.wait(held, [&] { return !items_.empty(); });
    const int n = items_.front();
    items_.pop_front();
-    changed_.notify_all();
+    changed_.notify_one();
    return n;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<int> items_;
};
int main() {
  Queue queue;
  std::thread a([&] { queue.Push(1); }), b([&] { queue.Push(2); });
  std::thread c([&] { queue.Pop(); }), d([&] { queue.Pop(); });
  a.join(), b.join(), c.join(), d.join();
}
