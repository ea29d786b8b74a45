// Ways through a function that the change opened without a condition of its own: a `break`, `return` or `goto` that is gone or
// leads elsewhere, so that code runs behind other code than before.
#pragma once

#include <cstdint>
#include <vector>

#include "techniques/simrt/block_pairs.h"

namespace reweave::inline simrt {

struct NewWay {
  std::uint32_t from, to;  // blocks of the new version: whoever comes to `from` may now go on to `to`, which was there before
};

// Within one round of each loop. `pairs`: of the new version's blocks.
std::vector<NewWay> NewWays(const FunctionFacts& before, const FunctionFacts& now, const std::vector<BlockPair>& pairs);

}  // namespace reweave::inline simrt
