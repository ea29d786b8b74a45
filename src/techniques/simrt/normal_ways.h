// What a function does where no exception is thrown, whatever its blocks: a call that can no longer throw is no end of a block.
#pragma once

#include <cstdint>
#include <vector>

#include "facts/flows.h"
#include "techniques/simrt/op_shapes.h"

namespace reweave::inline simrt {

struct NormalWays {
  std::vector<bool> reached;  // by block
  std::vector<std::uint64_t> text;  // equal texts: the same operations under the same conditions
};

NormalWays NormalWaysOf(const FunctionFacts& function, const FunctionFlows& flows, const OpShapes& shapes);

}  // namespace reweave::inline simrt
