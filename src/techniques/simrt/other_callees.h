// Calls that nobody touched and that lead to another function all the same: what their name is an alias of has changed.
#pragma once

#include <cstdint>
#include <vector>

#include "analysis/flow_program.h"
#include "change/matching.h"

namespace reweave::inline simrt {

struct OtherCallee {
  std::uint32_t function, op;
};
std::vector<OtherCallee> OtherCallees(const Matching& matching, const FlowProgram& program);

}  // namespace reweave::inline simrt
