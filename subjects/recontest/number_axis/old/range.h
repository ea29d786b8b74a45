// An interval of numbers. Nobody can make one whose lower bound is above its upper one.
#pragma once
#include <stdexcept>
#include <string>

class Range {
 public:
  Range(double lower, double upper) : lower_(lower), upper_(upper) {
    if (lower > upper) throw std::invalid_argument("Range: " + std::to_string(lower) + " > " + std::to_string(upper));
  }
  double lower() const { return lower_; }
  double upper() const { return upper_; }
  double length() const { return upper_ - lower_; }
  double center() const { return lower_ + length() / 2; }
  bool contains(double value) const { return value >= lower_ && value <= upper_; }
  bool operator==(const Range&) const = default;

  static Range combine(const Range& a, const Range& b) {
    return {a.lower_ < b.lower_ ? a.lower_ : b.lower_, a.upper_ > b.upper_ ? a.upper_ : b.upper_};
  }
  static Range expand(const Range& range, double lowerMargin, double upperMargin) {
    return {range.lower_ - range.length() * lowerMargin, range.upper_ + range.length() * upperMargin};
  }
  static Range shift(const Range& range, double by) { return {range.lower_ + by, range.upper_ + by}; }

 private:
  double lower_, upper_;
};
