//: what: a field has another name
//: impact: same
//: fault: none
#include <mutex>
#include <thread>

class Clock {
 public:
  void Advance() {
    std::lock_guard<std::mutex> guard(mutex_);
-    ++now_;
+    ++current_;
  }

 private:
  std::mutex mutex_;
-  int now_ = 0;
+  int current_ = 0;
};
Clock c;
int main() {
  std::thread a([] { c.Advance(); });
  std::thread b([] { c.Advance(); });
  a.join();
  b.join();
}
