// Two feeds add two days each: all four are there, in their order.
#include <cassert>
#include <thread>

#include "time_series.h"

class NoNegative : public SeriesListener {
 public:
  bool mayAdd(const Series&, const Item& item) override { return item.value >= 0; }
};

int main() {
  TimeSeries prices("prices");
  NoNegative check;
  prices.addListener(&check);
  prices.add(Day(10), 1.0);
  std::thread odd([&] {
    prices.add(Day(13), 4.0);
    prices.add(Day(11), 2.0);
  });
  std::thread even([&] {
    prices.add(Day(14), 5.0);
    prices.add(Day(12), 3.0);
    prices.add(Day(15), -1.0);
  });
  odd.join();
  even.join();
  assert(prices.itemCount() == 5);
  assert(prices.isOrdered());
  assert(prices.lastPeriod() == Day(14));
  assert(prices.movingAverage(Day(12), 3) == 2.0);
  assert(prices.createCopy(1, 2)->itemCount() == 2);
}
