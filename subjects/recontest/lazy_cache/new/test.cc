// A value that is expensive to compute is kept after the first use. The change looks at the flag without the lock.
#include <cassert>
#include <mutex>
#include <thread>

class Lazy {
 public:
  int Get() {
    if (known_) return value_;
    std::lock_guard<std::mutex> guard(mutex_);
    if (!known_) {
      known_ = true;
      value_ = Compute();
    }
    return value_;
  }

 private:
  static int Compute() { return 42; }
  std::mutex mutex_;
  bool known_ = false;
  int value_ = 0;
};

static Lazy lazy;

int main() {
  std::thread first([] { assert(lazy.Get() == 42); });
  std::thread second([] { assert(lazy.Get() == 42); });
  first.join();
  second.join();
}
