//: what: a seqlock's writer counts once, behind the update: a reader sees half of it and believes it
//: impact: changed
//: fault: any
//: found: yes
//: slow: yes
#include <assert.h>
#include <atomic>
#include <thread>
class Position {
 public:
  void Set(int x, int y) {
-    version_.fetch_add(1);
    x_.store(x);
    y_.store(y);
-    version_.fetch_add(1);
+    version_.fetch_add(2);
  }
  bool Get(int* x, int* y) const {
    int before = version_.load();
    if (before & 1) return false;
    *x = x_.load();
    *y = y_.load();
    return version_.load() == before;
  }

 private:
  std::atomic<int> version_{0}, x_{0}, y_{0};
};
int main() {
  Position position;
  std::thread writer([&] { position.Set(1, 1); });
  std::thread reader([&] {
    int x, y;
    if (position.Get(&x, &y)) assert(x == y);
  });
  writer.join();
  reader.join();
}
