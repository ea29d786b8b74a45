//: what: a guard with a release is told to release before the write
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <mutex>
#include <thread>
static std::mutex lock;
static int value;
class Held {
 public:
  explicit Held(bool really) : on_(really) {
    if (on_) lock.lock();
  }
  ~Held() { GiveUp(); }
  void GiveUp() {
    if (on_) lock.unlock();
    on_ = false;
  }

 private:
  bool on_;
};
static void Set(int n) {
  Held held(n > 0);
-  value = n;
-  held.GiveUp();
+  held.GiveUp();
+  value = n;
}
int main() {
  std::thread other(Set, 1);
  Set(2);
  other.join();
}
