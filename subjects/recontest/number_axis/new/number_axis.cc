#include "number_axis.h"

#include <algorithm>
#include <cmath>

Range NumberAxis::range() const {
  std::lock_guard<std::mutex> guard(lock_);
  return range_;
}

double NumberAxis::lowerBound() const {
  std::lock_guard<std::mutex> guard(lock_);
  return range_.lower();
}

double NumberAxis::upperBound() const {
  std::lock_guard<std::mutex> guard(lock_);
  return range_.upper();
}

void NumberAxis::setRangeLocked(double lower, double upper) {
  range_ = Range(lower, upper);
  autoRange_ = false;
}

void NumberAxis::setRange(double lower, double upper) {
  {
    std::lock_guard<std::mutex> guard(lock_);
    setRangeLocked(lower, upper);
  }
  notifyListeners();
}

void NumberAxis::setRangeAboutValue(double value, double length) { setRange(value - length / 2, value + length / 2); }

void NumberAxis::zoomRange(double lowerShare, double upperShare) {
  const double lower = lowerBound();
  const double length = upperBound() - lower;
  setRange(lower + length * lowerShare, lower + length * upperShare);
}

void NumberAxis::centerRange(double value) {
  {
    std::lock_guard<std::mutex> guard(lock_);
    const Range centered = Range::shift(range_, value - range_.center());
    setRangeLocked(centered.lower(), centered.upper());
  }
  notifyListeners();
}

void NumberAxis::resizeRange(double percent) {
  {
    std::lock_guard<std::mutex> guard(lock_);
    const double half = range_.length() * percent / 2;
    const double center = range_.center();
    setRangeLocked(center - half, center + half);
  }
  notifyListeners();
}

void NumberAxis::autoAdjustRange(const std::vector<double>& data) {
  if (data.empty()) return;
  const auto [least, most] = std::minmax_element(data.begin(), data.end());
  {
    std::lock_guard<std::mutex> guard(lock_);
    if (!autoRange_) return;
    Range all(*least, *most);
    if (includesZero_) all = Range::combine(all, Range(0, 0));
    range_ = Range::expand(all, margin_, margin_);
  }
  notifyListeners();
}

bool NumberAxis::isAutoRange() const {
  std::lock_guard<std::mutex> guard(lock_);
  return autoRange_;
}

void NumberAxis::setAutoRangeIncludesZero(bool includes) {
  std::lock_guard<std::mutex> guard(lock_);
  includesZero_ = includes;
}

double NumberAxis::valueToScreen(double value, double width) const {
  const Range now = range();
  return (value - now.lower()) / now.length() * width;
}

double NumberAxis::screenToValue(double place, double width) const {
  const Range now = range();
  return now.lower() + place / width * now.length();
}

std::vector<double> NumberAxis::ticks() const {
  const Range now = range();
  std::vector<double> out;
  if (now.length() <= 0) return out;
  const double step = std::pow(10.0, std::floor(std::log10(now.length())));
  for (double at = std::ceil(now.lower() / step) * step; at <= now.upper(); at += step) out.push_back(at);
  return out;
}
