#include "time_series.h"

#include <algorithm>

int TimeSeries::itemCount() const {
  std::lock_guard guard(lock_);
  return static_cast<int>(items_.size());
}

Item TimeSeries::item(int index) const {
  std::lock_guard guard(lock_);
  return items_.at(index);
}

int TimeSeries::find(Day period) const {
  std::lock_guard guard(lock_);
  if (items_.empty() || items_.back().period < period) return -static_cast<int>(items_.size()) - 1;
  const auto at = std::lower_bound(items_.begin(), items_.end(), period, [](const Item& item, Day day) { return item.period < day; });
  const int place = static_cast<int>(at - items_.begin());
  return at->period == period ? place : -place - 1;
}

std::optional<double> TimeSeries::value(Day period) const {
  std::lock_guard guard(lock_);
  const int at = find(period);
  return at < 0 ? std::nullopt : std::optional<double>(items_[at].value);
}

std::optional<Day> TimeSeries::lastPeriod() const {
  std::lock_guard guard(lock_);
  return items_.empty() ? std::nullopt : std::optional<Day>(items_.back().period);
}

void TimeSeries::insert(int place, const Item& item) {
  std::lock_guard guard(lock_);
  items_.insert(items_.begin() + place, item);
  dropOld();
}

void TimeSeries::add(Day period, double value) {
  const Item item{period, value};
  if (!askListeners(item)) return;
  {
    std::lock_guard guard(lock_);
    const int at = find(period);
    if (at >= 0) throw SeriesError(name() + ": " + period.text() + " is there already");
    insert(-at - 1, item);
  }
  fireChanged();
}

void TimeSeries::update(Day period, double value) {
  {
    std::lock_guard guard(lock_);
    const int at = find(period);
    if (at < 0) throw SeriesError(name() + ": no " + period.text());
    items_[at].value = value;
  }
  fireChanged();
}

void TimeSeries::addOrUpdate(Day period, double value) {
  {
    std::lock_guard guard(lock_);
    const int at = find(period);
    if (at >= 0) items_[at].value = value;
    else insert(-at - 1, {period, value});
  }
  fireChanged();
}

bool TimeSeries::remove(Day period) {
  {
    std::lock_guard guard(lock_);
    const int at = find(period);
    if (at < 0) return false;
    items_.erase(items_.begin() + at);
  }
  fireChanged();
  return true;
}

void TimeSeries::clear() {
  {
    std::lock_guard guard(lock_);
    items_.clear();
  }
  fireChanged();
}

void TimeSeries::setHistoryCount(int days) {
  std::lock_guard guard(lock_);
  history_ = days;
  dropOld();
}

void TimeSeries::dropOld() {
  if (history_ <= 0 || items_.empty()) return;
  const int oldest = items_.back().period.serial() - history_;
  std::erase_if(items_, [oldest](const Item& item) { return item.period.serial() < oldest; });
}

std::unique_ptr<TimeSeries> TimeSeries::createCopy(int from, int to) const {
  auto copy = std::make_unique<TimeSeries>(name());
  std::lock_guard guard(lock_);
  for (int i = from; i <= to && i < static_cast<int>(items_.size()); ++i) copy->add(items_[i].period, items_[i].value);
  return copy;
}

std::optional<double> TimeSeries::movingAverage(Day end, int days) const {
  std::lock_guard guard(lock_);
  double sum = 0;
  int n = 0;
  for (Day day = end; days > 0; --days, day = day.previous()) {
    if (const auto found = value(day)) {
      sum += *found;
      ++n;
    }
  }
  return n == 0 ? std::nullopt : std::optional<double>(sum / n);
}

bool TimeSeries::isOrdered() const {
  std::lock_guard guard(lock_);
  return std::is_sorted(items_.begin(), items_.end(), [](const Item& a, const Item& b) { return a.period < b.period; });
}
