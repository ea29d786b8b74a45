// Which loops of a function contain which of its blocks, from the control flow in the facts.
#pragma once

#include <cstdint>
#include <vector>

#include "facts/facts.h"

namespace reweave::recontest {

// For each block: indices into function.loops, outermost first. Irreducible cycles are no loops.
std::vector<std::vector<std::uint32_t>> LoopsOfBlocks(const FunctionFacts& function);

}  // namespace reweave::recontest
