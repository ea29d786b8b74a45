//: what: a class gets an explicit destructor, a deleted copy and a friend; nothing runs that did not
//: impact: changed
//: select: none
//: fault: none
//: slow: yes
#include <mutex>
#include <thread>
class Meter {
 public:
  Meter() = default;
+  Meter(const Meter&) = delete;
+  Meter& operator=(const Meter&) = delete;
+  ~Meter() {}
  void Tick() {
    std::lock_guard<std::mutex> guard(mutex_);
    ++ticks_;
  }
+  friend int Peek(const Meter&);

 private:
  std::mutex mutex_;
  int ticks_ = 0;
};
int main() {
  Meter meter;
  std::thread a([&] { meter.Tick(); }), b([&] { meter.Tick(); });
  a.join();
  b.join();
}
