//: what: a class keeps its own mutex instead of the one that all objects share
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <mutex>
#include <thread>
static std::mutex all;
static int balance;
class Teller {
 public:
-  explicit Teller(std::mutex& mutex) : mutex_(mutex) {}
+  explicit Teller(std::mutex&) {}
  void Pay(int n) {
    std::lock_guard<std::mutex> held(mutex_);
    balance += n;
  }

 private:
-  std::mutex& mutex_;
+  std::mutex mutex_;
};
int main() {
  Teller one(all), two(all);
  std::thread a([&] { one.Pay(1); }), b([&] { two.Pay(2); });
  a.join();
  b.join();
  return balance == 0;
}
