//: what: a refactoring into a base class gives each derived part a lock of its own for the shared total
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
//: slow: yes
#include <mutex>
#include <thread>
static int total;
-static std::mutex mutex;
class Part {
 public:
  void Count(int n) {
-    std::lock_guard<std::mutex> guard(mutex);
+    std::lock_guard<std::mutex> guard(mutex_);
    total += n;
  }
+ private:
+  std::mutex mutex_;
};
class Left : public Part {};
class Right : public Part {};
int main() {
  Left left;
  Right right;
  std::thread a([&] { left.Count(1); }), b([&] { right.Count(2); });
  a.join();
  b.join();
}
