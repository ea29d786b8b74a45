// Dominators of control flow. Facts hold a function's blocks in reverse post-order, as the compiler's pass numbered them.
//
// They are computed here and not taken from LLVM, because the analysis of changes needs them on graphs that LLVM never had:
// without the edges of exceptions, and without the checks that end the program.
#pragma once

#include <cstdint>
#include <vector>

#include "facts/facts.h"

namespace reweave::inline facts {

constexpr std::uint32_t kNoDominator = ~0u;  // of a node that the root does not reach

// The immediate dominator of each node of a graph; the root's is itself. `order`: nodes in reverse post-order, the root first.
std::vector<std::uint32_t> ImmediateDominators(const std::vector<std::vector<std::uint32_t>>& predecessors, std::size_t root,
                                               const std::vector<std::uint32_t>& order);

// For each block, the blocks that lead to it.
std::vector<std::vector<std::uint32_t>> PredecessorsOf(const FunctionFacts& function);

// Immediate dominators by block; the entry's is itself, and that of each other block comes before it.
std::vector<std::uint32_t> Dominators(const FunctionFacts& function);

}  // namespace reweave::inline facts
