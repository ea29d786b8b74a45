// Which block of the old function a block of the new one is (docs/techniques/simrt.md): both are walked together along equally
// labelled edges, also past blocks that differ; then what is left is paired by equal content in order; what is then left belongs
// to the block that leads to it.
#pragma once

#include <cstdint>
#include <vector>

#include "facts/facts.h"

namespace reweave::inline simrt {

struct BlockPair {
  enum class State : std::uint8_t { kSame, kChanged, kNew };
  std::uint32_t old_block = 0;
  State state = State::kNew;
};

// By block of `now`.
std::vector<BlockPair> PairBlocks(const FunctionFacts& before, const FunctionFacts& now);
// Blocks of the old function that the new one changes or lacks; sorted.
std::vector<std::uint32_t> ChangedBlocks(const FunctionFacts& before, const std::vector<BlockPair>& pairs);

// For each block, the blocks that a branch at its end decides about.
std::vector<std::vector<std::uint32_t>> ControlledBlocks(const FunctionFacts& function);
// The block; if it chooses a handler, also the blocks from which an exception may come there: an exception that no handler of the
// function catches passes it by.
std::vector<std::uint32_t> WithThrowers(const FunctionFacts& function, std::uint32_t block);

}  // namespace reweave::inline simrt
