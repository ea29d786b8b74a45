//: what: assertions that hold are added under the lock
//: slow: yes
//: impact: changed
//: select: none
//: fault: none
#include <cassert>
#include <mutex>
#include <thread>
struct Box {
  std::mutex m;
  int n = 0, high = 0;
  void Put() {
    std::lock_guard<std::mutex> held(m);
+    assert(n >= 0 && n <= high);
    if (++n > high) high = n;
+    assert(high >= n);
  }
};
int main() {
  Box b;
  std::thread t([&] { b.Put(); }), u([&] { b.Put(); });
  t.join();
  u.join();
}
