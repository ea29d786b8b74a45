//: what: a const getter under a shared lock remembers what it computed in a mutable member
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <mutex>
#include <shared_mutex>
#include <thread>
class Shape {
 public:
  int Area() const {
    std::shared_lock<std::shared_mutex> lock(mutex_);
-    return width_ * height_;
+    if (area_ == 0) area_ = width_ * height_;
+    return area_;
  }

 private:
  mutable std::shared_mutex mutex_;
  int width_ = 3, height_ = 4;
+  mutable int area_ = 0;
};
Shape shape;
int main() {
  std::thread a([] { shape.Area(); }), b([] { shape.Area(); });
  a.join();
  b.join();
}
