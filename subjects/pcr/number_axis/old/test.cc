// V12 NumberAxis, JFreeChart 0.9.12, corrected: one lock around what belongs together.
#include <cassert>
#include <mutex>
#include <thread>

class NumberAxis {
 public:
  void Zoom(int by) {
    std::lock_guard<std::mutex> guard(mutex_);
    const int length = upper_ - lower_;
    const int margin = length / by;
    lower_ = lower_ + margin;
    upper_ = upper_ - margin;
    assert(lower_ <= upper_);
  }
  void SetRange(int lower, int upper) {
    std::lock_guard<std::mutex> guard(mutex_);
    lower_ = lower;
    upper_ = upper;
  }

 private:
  std::mutex mutex_;
  int lower_ = 0, upper_ = 100;
};

static NumberAxis axis;

int main() {
  std::thread zooms([] { axis.Zoom(3); });
  std::thread sets([] { axis.SetRange(0, 10); });
  zooms.join();
  sets.join();
}
