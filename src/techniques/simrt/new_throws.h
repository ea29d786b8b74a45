// Exceptions that the change throws: of a type that the old version did not throw, or not in as many places. A throw that only
// moved to a function of its own, or says something else, is none.
#pragma once

#include <cstdint>
#include <vector>

#include "analysis/flow_program.h"
#include "base/result.h"
#include "change/matching.h"

namespace reweave::inline simrt {

struct NewThrow {
  std::uint32_t function, op;
};
Result<std::vector<NewThrow>> NewThrows(const Matching& matching, const FlowProgram& program);

}  // namespace reweave::inline simrt
