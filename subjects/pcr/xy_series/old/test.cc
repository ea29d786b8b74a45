// V16 XYSeries, JFreeChart 0.9.8, corrected: one lock around what belongs together.
#include <cassert>
#include <mutex>
#include <thread>

class Series {
 public:
  void AddListener(int listener) {
    std::lock_guard<std::mutex> guard(mutex_);
    ++changes_;
    listeners_[count_] = listener;
    ++count_;
  }
  int Fire() {
    std::lock_guard<std::mutex> guard(mutex_);
    const int changes = changes_;
    int told = 0;
    for (int i = 0; i < count_; ++i) {
      assert(changes == changes_);
      told += listeners_[i];
    }
    return told;
  }

 private:
  std::mutex mutex_;
  int listeners_[8] = {};
  int count_ = 0, changes_ = 0;
};

static Series series;

int main() {
  series.AddListener(1);
  std::thread fires([] { series.Fire(); });
  std::thread adds([] {
    series.AddListener(2);
    series.AddListener(3);
    series.AddListener(4);
  });
  fires.join();
  adds.join();
}
