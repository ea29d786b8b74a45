// What is said of a change where the analysis of shared memory was not finished: more than it affects, never less.
#pragma once

#include <string>

#include "change/program_change.h"
#include "techniques/simrt/impact.h"

namespace reweave::inline simrt {

// `why`: "after 60 s".
ChangeImpact ImpactWithoutAnalysis(const ProgramChange& change, std::string why);

}  // namespace reweave::inline simrt
