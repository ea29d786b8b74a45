// V10 Vector, JDK 1.1.7: lastIndexOf starts at a count that is read outside the lock.
#include <cassert>
#include <mutex>
#include <thread>

class Vector {
 public:
  void Add(int value) {
    std::lock_guard<std::mutex> guard(mutex_);
    data_[count_++] = value;
  }
  void RemoveAll() {
    std::lock_guard<std::mutex> guard(mutex_);
    for (int i = 0; i < count_; ++i) data_[i] = -1;
    count_ = 0;
  }
  int LastIndexOf(int value) {
    const int from = count_ - 1;
    std::lock_guard<std::mutex> guard(mutex_);
    for (int i = from; i >= 0; --i) {
      assert(i < count_);
      if (data_[i] == value) return i;
    }
    return -1;
  }

 private:
  std::mutex mutex_;
  int data_[8] = {};
  int count_ = 0;
};

static Vector vector;

int main() {
  vector.Add(7);
  vector.Add(8);
  std::thread finds([] { vector.LastIndexOf(7); });
  std::thread clears([] { vector.RemoveAll(); });
  finds.join();
  clears.join();
}
