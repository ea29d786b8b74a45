// What a call into library code touches, for folding it into one access (simrt.md, 6.3).
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "impact/points_to.h"

namespace reweave {

struct Footprint {
  std::vector<PointsTo::Cell> cells;  // sorted
  bool write = false;
};

class LibraryState {
 public:
  LibraryState(const FlowProgram& program, const PointsTo& points);
  // Of a user's call; nullopt: not a call that works on a library object.
  std::optional<Footprint> Of(std::uint32_t function, const FlowOp& op);

 private:
  struct Summary {
    std::vector<PointsTo::Cell> read, written;  // sorted
  };
  const Summary& SummaryOf(std::uint32_t function);
  std::vector<bool> ObjectsNear(const std::vector<PointsTo::Cell>& cells) const;

  const FlowProgram& program_;
  const PointsTo& points_;
  std::vector<std::optional<Summary>> summaries_;
};

}  // namespace reweave
