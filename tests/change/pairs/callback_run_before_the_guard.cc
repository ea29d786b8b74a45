//: what: a helper that runs what it is given under a lock runs it first
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <functional>
#include <mutex>
#include <thread>
class Guarded {
 public:
  void With(const std::function<void(int&)>& work) {
-    std::lock_guard<std::mutex> held(lock_);
-    work(value_);
+    work(value_);
+    std::lock_guard<std::mutex> held(lock_);
  }

 private:
  std::mutex lock_;
  int value_ = 0;
};
int main() {
  Guarded guarded;
  std::thread other([&] { guarded.With([](int& value) { value += 1; }); });
  guarded.With([](int& value) { value += 2; });
  other.join();
}
