//: what: a class has another name
//: impact: same
//: fault: none
#include <mutex>
#include <thread>

-class Clock {
+class Watch {
 public:
  void Advance() {
    std::lock_guard<std::mutex> guard(mutex_);
    ++now_;
  }

 private:
  std::mutex mutex_;
  int now_ = 0;
};
-Clock c;
+Watch c;
int main() {
  std::thread a([] { c.Advance(); });
  std::thread b([] { c.Advance(); });
  a.join();
  b.join();
}
