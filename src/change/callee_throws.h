// A caller is compiled to something else when a function that it calls begins or ceases to throw: calls get or lose the edge to
// the code that cleans up, and with it blocks begin or end elsewhere. Nobody edited the caller.
#pragma once

#include <cstdint>

#include "change/matching.h"

namespace reweave::inline change {

// Whether the function of NEW does the same as its counterpart as long as nothing is thrown, handles what is thrown in as many
// places, and calls a function of the program that itself differs: then that function is what changed, not this one.
bool DiffersOnlyByWhatItsCalleesThrow(const Matching& matching, std::uint32_t new_function);

}  // namespace reweave::inline change
