//: what: the result of a packaged task is read from a member instead of its future
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
//: slow: yes
#include <future>
#include <thread>
class Loader {
 public:
  int Load() {
    std::packaged_task<int()> task([this] { return size_ = 7; });
    auto done = task.get_future();
    std::thread worker(std::move(task));
-    int size = done.get();
+    int size = size_;
    worker.join();
    return size;
  }

 private:
  int size_ = 0;
};
int main() { return Loader().Load() > 7; }
