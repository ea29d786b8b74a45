// Runs whose threads access the same things under the same locks suggest the same patterns.
//
// An access manner is what a thread does from taking a first lock to giving back the last one, as a sequence of places; outside
// of locks every access is one of its own. The set of them says nothing about how often a loop went round.
#pragma once

#include <cstdint>

#include "techniques/pcr/run.h"

namespace reweave::pcr {

// A hash of the sets of access manners of all threads.
std::uint64_t MannersOf(const Run& run);

}  // namespace reweave::pcr
