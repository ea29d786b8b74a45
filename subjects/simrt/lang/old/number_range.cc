#include "number_range.h"

int NumberRange::hashCode() const {
  std::lock_guard<std::mutex> guard(mu_);
  if (hash_ == 0) {
    int hash = 17;
    hash = 37 * hash + 11;
    hash = 37 * hash + static_cast<int>(low_);
    hash = 37 * hash + static_cast<int>(high_);
    hash_ = hash;
  }
  return hash_;
}

std::string NumberRange::toString() const {
  std::lock_guard<std::mutex> guard(mu_);
  if (text_.empty()) text_ = "Range[" + std::to_string(low_) + "," + std::to_string(high_) + "]";
  return text_;
}
