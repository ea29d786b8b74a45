// How much of a search's findings goes to disk. Up to kMostBytes each finding has a schedule of its own. After that only the
// first of each cause has one: a missing lock can show in a thousand pairs of accesses of one long run.
#pragma once

#include <cstdint>
#include <vector>

#include "findings/finding.h"

namespace reweave::inline explore {

class ScheduleRoom {
 public:
  static constexpr std::uint64_t kMostBytes = 16u << 20;

  explicit ScheduleRoom(std::uint64_t most = kMostBytes) : most_(most) {}

  // One that has a schedule may have a better one.
  bool HasFor(const Finding& finding) const;
  void Took(const Finding& finding, std::uint64_t bytes);

 private:
  std::uint64_t most_, used_ = 0;
  std::vector<Finding> kept_;  // without what their runs printed
};

}  // namespace reweave::inline explore
