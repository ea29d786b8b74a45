// Which function of NEW is which of OLD; the first half of Matching.
#pragma once

#include <cstdint>
#include <vector>

#include "facts/reader.h"

namespace reweave::inline change {

struct FunctionPair {
  std::uint32_t old_function, new_function;
  bool renamed = false;
};

std::vector<FunctionPair> PairFunctions(const Facts& old_facts, const Facts& new_facts);

}  // namespace reweave::inline change
