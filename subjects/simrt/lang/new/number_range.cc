#include "number_range.h"

// Asked for often: no lock for a number.
int NumberRange::hashCode() const {
  if (hash_ == 0) {
    hash_ = 17;
    hash_ = 37 * hash_ + 11;
    hash_ = 37 * hash_ + static_cast<int>(low_);
    hash_ = 37 * hash_ + static_cast<int>(high_);
  }
  return hash_;
}

std::string NumberRange::toString() const {
  std::lock_guard<std::mutex> guard(mu_);
  if (text_.empty()) text_ = "Range<" + std::to_string(low_) + ", " + std::to_string(high_) + ">";
  return text_;
}
