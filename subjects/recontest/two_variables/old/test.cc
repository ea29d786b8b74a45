// A range keeps low <= high. The change gives each end a setter with a critical section of its own.
#include <cassert>
#include <mutex>
#include <thread>

class Range {
 public:
  void Set(int low, int high) {
    std::lock_guard<std::mutex> guard(mutex_);
    low_ = low;
    high_ = high;
  }
  bool Valid() {
    std::lock_guard<std::mutex> guard(mutex_);
    return low_ <= high_;
  }

 private:
  std::mutex mutex_;
  int low_ = 0;
  int high_ = 1;
};

static Range range;

int main() {
  std::thread writer([] { range.Set(5, 6); });
  std::thread reader([] { assert(range.Valid()); });
  writer.join();
  reader.join();
}
