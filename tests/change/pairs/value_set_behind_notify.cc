//: what: a refactoring moves the update of the predicate behind the notification, in a section of its own
//: impact: changed
//: fault: deadlock
//: found: yes
//: slow: yes
#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>
template <class T>
class Slot {
 public:
  void Put(T value) {
-    {
-      std::lock_guard<std::mutex> guard(mutex_);
-      value_ = std::move(value);
-    }
-    ready_.notify_one();
+    ready_.notify_one();
+    std::lock_guard<std::mutex> guard(mutex_);
+    value_ = std::move(value);
  }
  T Take() {
    std::unique_lock<std::mutex> lock(mutex_);
    ready_.wait(lock, [this] { return value_.has_value(); });
    T out = *value_;
    value_.reset();
    return out;
  }

 private:
  std::mutex mutex_;
  std::condition_variable ready_;
  std::optional<T> value_;
};
int main() {
  Slot<int> slot;
  std::thread consumer([&] { slot.Take(); });
  slot.Put(4);
  consumer.join();
}
