//: what: a class moved into a namespace
//: impact: same
//: fault: none
#include <mutex>
#include <thread>

+namespace time_keeping {
class Clock {
 public:
  void Advance() {
    std::lock_guard<std::mutex> guard(mutex_);
    ++now_;
  }

 private:
  std::mutex mutex_;
  int now_ = 0;
};
+}  // namespace time_keeping
-Clock c;
+time_keeping::Clock c;
int main() {
  std::thread a([] { c.Advance(); });
  std::thread b([] { c.Advance(); });
  a.join();
  b.join();
}
