#include "number_range.h"

bool NumberRange::contains(int number) const { return number >= min_ && number <= max_; }

bool NumberRange::overlaps(const NumberRange& other) const {
  return other.contains(min_) || other.contains(max_) || contains(other.min_);
}

bool NumberRange::operator==(const NumberRange& other) const { return min_ == other.min_ && max_ == other.max_; }

int NumberRange::hashCode() const {
  if (hash_ == 0) {
    hash_ = 17;
    hash_ = 37 * hash_ + min_;
    hash_ = 37 * hash_ + max_;
  }
  return hash_;
}

std::string NumberRange::toString() const { return "Range[" + std::to_string(min_) + "," + std::to_string(max_) + "]"; }
