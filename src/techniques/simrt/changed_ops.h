// Which operations of the new version do something else than in the old one: the roots of the slice.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "analysis/points_to.h"
#include "change/program_change.h"
#include "techniques/simrt/new_tests.h"
#include "techniques/simrt/old_blocks.h"

namespace reweave::inline simrt {

struct ChangedOp {
  enum class Kind : std::uint8_t {
    kChanged,
    kArguments,  // a call that was there before, with other arguments
    kNames,  // names a function that its function did not name, or not as often
    kThrows,  // throws what the old version did not, or not as often: handlers that it may lead to run now
    kInfluenced,  // the same, but what decided about it or wrote what it reads is gone
    // Nothing that was there before depends on it: a new branch by which main may end early, a call that fills a global which
    // the old version does not have.
    kSpared
  };
  std::uint32_t function, op;
  Kind kind;
  std::string origin;  // "hm.cpp:10 changed"
  std::uint32_t decider = kNoMatch;  // of kInfluenced: the block from which it is reached now
};

// "Record::field", "global", "table[]": how variables are distinguished by name; "" if it has none that says so.
std::string VariableKey(const Variable& variable);

Result<std::vector<ChangedOp>> ChangedOps(const ProgramChange& change, const FlowProgram& program, const PointsTo& points,
                                          OldBlocks& blocks, const NewTests& tests);

}  // namespace reweave::inline simrt
