// Which accesses of a run touch the same memory: locations are the pieces of objects that scalar accesses cut out. A wide copy
// touches every piece it covers.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "techniques/recontest/history.h"

namespace reweave::recontest {

class Locations {
 public:
  explicit Locations(const History& run);
  std::uint32_t count() const { return static_cast<std::uint32_t>(field_.size()); }
  std::span<const std::uint32_t> Of(std::uint32_t access) const {
    return {covered_.data() + first_[access], first_[access + 1] - first_[access]};
  }
  // Part of a consistent whole: a field of an object, not the element of an array.
  bool IsField(std::uint32_t location) const { return field_[location]; }

 private:
  std::vector<std::uint32_t> first_, covered_;
  std::vector<bool> field_;
};

}  // namespace reweave::recontest
