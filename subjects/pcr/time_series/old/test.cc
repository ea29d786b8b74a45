// V14 TimeSeries, JFreeChart 0.9.8, corrected: one lock around what belongs together.
#include <cassert>
#include <mutex>
#include <thread>

class TimeSeries {
 public:
  void Add(int time) {
    std::lock_guard<std::mutex> guard(mutex_);
    int at = count_;
    while (at > 0 && items_[at - 1] > time) {
      items_[at] = items_[at - 1];
      --at;
    }
    items_[at] = time;
    ++count_;
  }
  void Check(int wanted) const {
    assert(count_ == wanted);
    for (int i = 1; i < count_; ++i) assert(items_[i - 1] < items_[i]);
  }

 private:
  std::mutex mutex_;
  int items_[8] = {};
  int count_ = 0;
};

static TimeSeries series;

int main() {
  std::thread first([] {
    series.Add(1);
    series.Add(4);
  });
  std::thread second([] {
    series.Add(2);
    series.Add(3);
  });
  first.join();
  second.join();
  series.Check(4);
}
