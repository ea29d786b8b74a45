//: what: a guard that takes no lock if it gets none is given none
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <mutex>
#include <thread>
static std::mutex lock;
static int value;
class MaybeGuard {
 public:
  explicit MaybeGuard(std::mutex* m) : m_(m) {
    if (m_) m_->lock();
  }
  ~MaybeGuard() {
    if (m_) m_->unlock();
  }

 private:
  std::mutex* m_;
};
static void Set(int n, std::mutex* m) {
  MaybeGuard held(m);
  value = n;
}
int main() {
  std::thread other([] { Set(1, &lock); });
-  Set(2, &lock);
+  Set(2, nullptr);
  other.join();
}
