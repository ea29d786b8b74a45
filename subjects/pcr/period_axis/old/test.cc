// V13 PeriodAxis, JFreeChart 1.0.1, corrected: one lock around what belongs together.
#include <cassert>
#include <mutex>
#include <thread>

class PeriodAxis {
 public:
  void SetRange(int first, int last) {
    std::lock_guard<std::mutex> guard(mutex_);
    first_ = first;
    last_ = last;
  }
  int Length() {
    std::lock_guard<std::mutex> guard(mutex_);
    const int first = first_;
    const int last = last_;
    assert(first <= last);
    return last - first;
  }

 private:
  std::mutex mutex_;
  int first_ = 1, last_ = 5;
};

static PeriodAxis axis;

int main() {
  std::thread asks([] { axis.Length(); });
  std::thread sets([] { axis.SetRange(10, 12); });
  asks.join();
  sets.join();
}
