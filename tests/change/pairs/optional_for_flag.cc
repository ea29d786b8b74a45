//: what: a flag and a value become an optional under the same lock
//: impact: changed
//: fault: none
//: slow: yes
#include <mutex>
#include <optional>
#include <thread>
class Slot {
 public:
  void Set(int n) {
    std::lock_guard<std::mutex> guard(mutex_);
-    value_ = n;
-    set_ = true;
+    value_ = n;
  }
  int Get() {
    std::lock_guard<std::mutex> guard(mutex_);
-    return set_ ? value_ : -1;
+    return value_.value_or(-1);
  }

 private:
  std::mutex mutex_;
-  int value_ = 0;
-  bool set_ = false;
+  std::optional<int> value_;
};
int main() {
  Slot slot;
  std::thread a([&] { slot.Set(1); }), b([&] { slot.Get(); });
  a.join();
  b.join();
}
