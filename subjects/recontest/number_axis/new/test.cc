// Two windows zoom and move one axis: every range on the way is one.
#include <cassert>
#include <thread>

#include "number_axis.h"

class Counter : public AxisChangeListener {
 public:
  void axisChanged(const Axis&) override {
    std::lock_guard<std::mutex> guard(lock_);
    ++changes_;
  }
  int changes() const {
    std::lock_guard<std::mutex> guard(lock_);
    return changes_;
  }

 private:
  mutable std::mutex lock_;
  int changes_ = 0;
};

int main() {
  NumberAxis axis("price");
  Counter counter;
  axis.addChangeListener(&counter);
  axis.autoAdjustRange({20, 80, 100});
  assert(axis.isAutoRange() && axis.ticks().front() <= 0);
  axis.setRange(0, 100);
  std::thread zooming([&] { axis.zoomRange(0.0, 0.5); });
  std::thread moving([&] {
    axis.centerRange(-500);
    axis.setLabel("price per unit");
  });
  zooming.join();
  moving.join();
  const double length = axis.range().length();
  assert(length == 50);
  assert(axis.screenToValue(axis.valueToScreen(axis.lowerBound(), 640), 640) == axis.lowerBound());
  assert(counter.changes() == 5);
}
