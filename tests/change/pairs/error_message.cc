//: what: the text of an exception is better English
//: impact: changed
//: select: none
//: fault: none
//: slow: yes
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>
class Ring {
 public:
  explicit Ring(size_t n) : slots_(n) {}
  void Set(size_t at, int value) {
    std::lock_guard<std::mutex> guard(mutex_);
-    if (at >= slots_.size()) throw std::out_of_range("bad idx " + std::to_string(at));
+    if (at >= slots_.size()) throw std::out_of_range("index out of range: " + std::to_string(at));
    slots_[at] = value;
  }

 private:
  std::mutex mutex_;
  std::vector<int> slots_;
};
int main() {
  Ring ring(2);
  std::thread a([&] { ring.Set(0, 1); }), b([&] { ring.Set(1, 2); });
  a.join();
  b.join();
}
