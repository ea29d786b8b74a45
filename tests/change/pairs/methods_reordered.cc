//: what: methods of a class and free functions change their order in the file
//: impact: same
//: fault: none
//: slow: yes
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>
+static int Double(int n) { return 2 * n; }
class Queue {
 public:
+  int Pop() {
+    std::unique_lock<std::mutex> lock(mutex_);
+    filled_.wait(lock, [this] { return !items_.empty(); });
+    int out = items_.front();
+    items_.pop_front();
+    return out;
+  }
  void Push(int value) {
    {
      std::lock_guard<std::mutex> guard(mutex_);
      items_.push_back(value);
    }
    filled_.notify_one();
  }
-  int Pop() {
-    std::unique_lock<std::mutex> lock(mutex_);
-    filled_.wait(lock, [this] { return !items_.empty(); });
-    int out = items_.front();
-    items_.pop_front();
-    return out;
-  }

 private:
  std::mutex mutex_;
  std::condition_variable filled_;
  std::deque<int> items_;
};
-static int Double(int n) { return 2 * n; }
int main() {
  Queue queue;
  std::thread producer([&] { queue.Push(Double(2)); });
  queue.Pop();
  producer.join();
}
