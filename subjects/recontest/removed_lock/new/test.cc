// A statistics counter that several workers feed.
#include <cassert>
#include <mutex>
#include <thread>

class Statistics {
 public:
  void Add(int bytes) {
    ++requests_;
    bytes_ += bytes;
  }
  int requests() {
    std::lock_guard<std::mutex> guard(mutex_);
    return requests_;
  }
  int bytes() {
    std::lock_guard<std::mutex> guard(mutex_);
    return bytes_;
  }

 private:
  std::mutex mutex_;
  int requests_ = 0;
  int bytes_ = 0;
};

static Statistics statistics;

int main() {
  std::thread first([] { statistics.Add(10); });
  std::thread second([] { statistics.Add(20); });
  first.join();
  second.join();
  assert(statistics.requests() == 2);
  assert(statistics.bytes() == 30);
}
