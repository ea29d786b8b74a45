// An immutable range of numbers. Hash code and text are computed when they are first asked for.
#pragma once

#include <mutex>
#include <string>

class NumberRange {
 public:
  NumberRange(long low, long high) : low_(low < high ? low : high), high_(low < high ? high : low) {}

  long minimum() const { return low_; }
  long maximum() const { return high_; }
  long length() const { return high_ - low_ + 1; }
  bool contains(long value) const { return low_ <= value && value <= high_; }
  bool contains(const NumberRange& other) const { return low_ <= other.low_ && other.high_ <= high_; }
  bool overlaps(const NumberRange& other) const { return low_ <= other.high_ && other.low_ <= high_; }
  long clamp(long value) const { return value < low_ ? low_ : value > high_ ? high_ : value; }
  bool equals(const NumberRange& other) const { return low_ == other.low_ && high_ == other.high_; }
  int hashCode() const;
  std::string toString() const;

 private:
  const long low_, high_;
  mutable std::mutex mu_;
  mutable int hash_ = 0;  // 0: not computed
  mutable std::string text_;
};
