//: what: an operator= locks both objects one after the other
//: impact: changed
//: fault: any
//: found: yes
#include <mutex>
#include <thread>

class Account {
 public:
  Account& operator=(const Account& other) {
-    std::scoped_lock both(mutex_, other.mutex_);
+    std::lock_guard<std::mutex> mine(mutex_);
+    std::lock_guard<std::mutex> its(other.mutex_);
    balance_ = other.balance_;
    return *this;
  }

 private:
  mutable std::mutex mutex_;
  int balance_ = 0;
};

Account x, y;
int main() {
  std::thread a([] { x = y; });
  std::thread b([] { y = x; });
  a.join();
  b.join();
}
