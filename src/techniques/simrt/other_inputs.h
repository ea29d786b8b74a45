// Operations that are what they were but work on other values: a computation in between is gone (`lock_of(id / 2)` became
// `lock_of(id)`), or a pointer leads elsewhere (a copy became a reference). No operation of the new version is new then.
#pragma once

#include <cstdint>
#include <vector>

#include "change/matching.h"
#include "facts/flows.h"
#include "techniques/simrt/block_pairs.h"

namespace reweave::inline simrt {

// Operations of the new function with a counterpart in the old one, some operand of which is another value that was there
// before. Those that get a new value are not listed: what makes the value is new itself.
std::vector<std::uint32_t> OtherInputs(const FunctionMatch& match, const FunctionFacts& old_function, const FunctionFlows& before,
                                       const FunctionFacts& new_function, const FunctionFlows& now,
                                       const std::vector<BlockPair>& pairs, const Renames& renames);

}  // namespace reweave::inline simrt
