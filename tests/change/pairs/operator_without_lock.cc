//: what: operator++ lost its lock
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <mutex>
#include <thread>

class Sequence {
 public:
  Sequence& operator++() {
-    std::lock_guard<std::mutex> guard(mutex_);
    ++value_;
    return *this;
  }
  operator int() {
    std::lock_guard<std::mutex> guard(mutex_);
    return value_;
  }

 private:
  std::mutex mutex_;
  int value_ = 0;
};

Sequence s;
int got;
int main() {
  std::thread a([] { ++s; });
  std::thread b([] { got = s; });
  a.join();
  b.join();
}
