#include "number_range.h"

bool NumberRange::contains(int number) const { return number >= min_ && number <= max_; }

bool NumberRange::overlaps(const NumberRange& other) const {
  return other.contains(min_) || other.contains(max_) || contains(other.min_);
}

bool NumberRange::operator==(const NumberRange& other) const { return min_ == other.min_ && max_ == other.max_; }

int NumberRange::hashCode() const {
  int result = hash_;
  if (result == 0) {
    result = 17;
    result = 37 * result + min_;
    result = 37 * result + max_;
    hash_ = result;
  }
  return result;
}

std::string NumberRange::toString() const { return "Range[" + std::to_string(min_) + "," + std::to_string(max_) + "]"; }
