//: what: two members moved into a struct, all under the lock as before
//: impact: changed
//: fault: none
#include <mutex>
#include <thread>

class Meter {
 public:
  void Add(int n) {
    std::lock_guard<std::mutex> guard(mutex_);
-    ++count_;
-    total_ += n;
+    ++stats_.count;
+    stats_.total += n;
  }

 private:
  std::mutex mutex_;
-  int count_ = 0;
-  int total_ = 0;
+  struct Stats {
+    int count = 0;
+    int total = 0;
+  } stats_;
};

Meter meter;
int main() {
  std::thread a([] { meter.Add(1); });
  std::thread b([] { meter.Add(2); });
  a.join();
  b.join();
}
