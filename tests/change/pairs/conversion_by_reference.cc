//: what: a conversion without a lock is added, and fits better than the one that locks
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
//: slow: yes
#include <mutex>
#include <thread>
std::mutex m;
struct Number {
  operator int() const {
    std::lock_guard<std::mutex> guard(m);
    return value;
  }
+  operator const int&() { return value; }
  void Set(int to) {
    std::lock_guard<std::mutex> guard(m);
    value = to;
  }
  int value = 0;
};
Number number;
int main() {
  std::thread a([] { number.Set(3); });
  std::thread b([] {
    const int seen = static_cast<const int&>(number);
    return seen;
  });
  a.join();
  b.join();
}
