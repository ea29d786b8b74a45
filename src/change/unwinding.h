// Blocks that run only while an exception is on its way out of the function: they clean up, and do not return.
#pragma once

#include <vector>

#include "facts/facts.h"

namespace reweave::inline change {

// By block: whether an exception is on its way at its end. A handler that catches it ends this.
std::vector<bool> UnwindingBlocks(const FunctionFacts& function);

}  // namespace reweave::inline change
