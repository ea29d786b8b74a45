// The access patterns of a change: those with a step that it affects. How many of them a search covered is what a reviewer wants
// to know.
#pragma once

#include <cstdint>
#include <functional>
#include <unordered_set>
#include <vector>

#include "detect/patterns.h"
#include "trace/trace.h"

namespace reweave::pcr {

class ChangePatterns {
 public:
  // Patterns that the recorded run has or suggests, by key, if `impacted` holds for the place of one of their steps.
  ChangePatterns(const Trace& recorded, const std::unordered_set<std::uint32_t>& impacted);

  // What a search covered.
  void Add(const detect::PatternCoverage& search);

  std::uint64_t possible() const { return keys_.size(); }
  std::uint64_t covered() const { return covered_.size(); }
  // No order of the recorded events has them, and no run had.
  std::uint64_t infeasible() const;

 private:
  void Suggest(const Trace& recorded, const std::unordered_set<std::uint32_t>& impacted, const detect::PatternCoverage& first);

  std::unordered_set<std::uint64_t> keys_, covered_, infeasible_;
};

}  // namespace reweave::pcr
