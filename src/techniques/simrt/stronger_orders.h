// An atomic operation that is where it was and asks for a stronger memory order orders all that it did before: such a change
// takes no order away.
#pragma once

#include <cstdint>

#include "analysis/flow_program.h"
#include "change/matching.h"

namespace reweave::inline simrt {

// `access` of the old function has a counterpart in the new one in the same place, on the same variable and at least as strong.
// The same place: in a block that does the same in the same sequence, apart from memory orders.
bool OnlyStronger(const FunctionFacts& before, const FunctionFlows& old_flows, std::uint32_t access, const FunctionFacts& now,
                  const FunctionFlows& flows);

}  // namespace reweave::inline simrt
