// Which operations of the new version do something else than in the old one: the roots of the slice.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "change/matching.h"
#include "techniques/simrt/old_blocks.h"
#include "analysis/points_to.h"

namespace reweave {

struct ChangedOp {
  enum class Kind : std::uint8_t {
    kChanged,
    kArguments,  // a call that was there before, with other arguments
    kInfluenced  // the same, but what decided about it or wrote what it reads is gone
  };
  std::uint32_t function, op;
  Kind kind;
  std::string origin;  // "hm.cpp:10 changed"
};

Result<std::vector<ChangedOp>> ChangedOps(const Matching& matching, const FlowProgram& program, OldBlocks& blocks);

}  // namespace reweave
