//: what: const and [[nodiscard]] are written where they hold already
//: impact: same
//: fault: none
#include <thread>
#include <mutex>
class Box {
 public:
-  int get() { return n; }
+  [[nodiscard]] int get() { return n; }
  void put(int m) { std::lock_guard<std::mutex> held(mutex); n = m; }
 private:
  std::mutex mutex;
  int n = 0;
};
static Box box;
int main() {
-  int least = 0;
+  const int least = 0;
  std::thread a([] { box.put(2); }), b([] { box.put(1); });
  a.join();
  b.join();
  return box.get() == least;
}
