//: what: closing a queue wakes one of its consumers, no longer all
//: impact: changed
//: tests: use close
//: fault: deadlock
//: found: yes
//: args: close
//: slow: yes
#include <condition_variable>
#include <deque>
#include <mutex>
#include <string>
#include <thread>
class Queue {
 public:
  void Push(int value) {
    std::lock_guard<std::mutex> guard(mutex_);
    items_.push_back(value);
    changed_.notify_one();
  }
  void Close() {
    std::lock_guard<std::mutex> guard(mutex_);
    closed_ = true;
-    changed_.notify_all();
+    changed_.notify_one();
  }
  bool Pop(int* out) {
    std::unique_lock<std::mutex> lock(mutex_);
    changed_.wait(lock, [this] { return closed_ || !items_.empty(); });
    if (items_.empty()) return false;
    *out = items_.front();
    items_.pop_front();
    return true;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<int> items_;
  bool closed_ = false;
};
int main(int argc, char** argv) {
  Queue queue;
  auto consume = [&] { int value; queue.Pop(&value); };
  std::thread a(consume), b(consume);
  if (argc > 1 && std::string(argv[1]) == "use") {
    queue.Push(1);
    queue.Push(2);
  } else {
    queue.Close();
  }
  a.join();
  b.join();
}
