//: what: nobody is told if the queue was not empty
//: impact: changed
//: fault: any
//: found: yes
#include <condition_variable>
#include <mutex>
#include <queue>
#include <thread>

class Queue {
 public:
  void Push(int v) {
    std::lock_guard<std::mutex> guard(mutex_);
+    bool was_empty = items_.empty();
    items_.push(v);
-    available_.notify_one();
+    if (was_empty) available_.notify_one();
  }
  int Pop() {
    std::unique_lock<std::mutex> lock(mutex_);
    while (items_.empty()) available_.wait(lock);
    int v = items_.front();
    items_.pop();
    return v;
  }

 private:
  std::mutex mutex_;
  std::condition_variable available_;
  std::queue<int> items_;
};

int main() {
  Queue q;
  std::thread c1([&] { q.Pop(); });
  std::thread c2([&] { q.Pop(); });
  q.Push(1);
  q.Push(2);
  c1.join();
  c2.join();
}
