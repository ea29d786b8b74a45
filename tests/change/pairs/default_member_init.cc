//: what: initialisers of a constructor's list become default member initialisers
//: impact: same
//: fault: none
//: slow: yes
#include <mutex>
#include <thread>
class Gauge {
 public:
-  Gauge() : low_(0), high_(10), used_(false) {}
+  Gauge() {}
  void Use() {
    std::lock_guard<std::mutex> guard(mutex_);
    used_ = true;
    if (high_ > 5) ++low_;
  }

 private:
  std::mutex mutex_;
-  int low_;
-  int high_;
-  bool used_;
+  int low_ = 0;
+  int high_ = 10;
+  bool used_ = false;
};
int main() {
  Gauge gauge;
  std::thread a([&] { gauge.Use(); }), b([&] { gauge.Use(); });
  a.join();
  b.join();
}
