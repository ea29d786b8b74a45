// Values by day, in the order of the days, each day once.
#pragma once
#include <memory>
#include <optional>
#include <stdexcept>

#include "series.h"

struct SeriesError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class TimeSeries : public Series {
 public:
  explicit TimeSeries(std::string name) : Series(std::move(name)) {}
  int itemCount() const;
  Item item(int index) const;
  std::optional<double> value(Day period) const;
  std::optional<Day> lastPeriod() const;

  // Throws if the day is there already; nothing happens if a listener refuses.
  void add(Day period, double value);
  void update(Day period, double value);
  void addOrUpdate(Day period, double value);
  bool remove(Day period);
  void clear();
  void setHistoryCount(int days);

  std::unique_ptr<TimeSeries> createCopy(int from, int to) const;
  std::optional<double> movingAverage(Day end, int days) const;
  bool isOrdered() const;

 private:
  // Where the day is or, if it is not there, -(place to put it) - 1.
  int find(Day period) const;
  void insert(int place, const Item& item);
  void dropOld();

  std::vector<Item> items_;
  int history_ = 0;
};
