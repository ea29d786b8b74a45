// What is said of a change where the analysis of shared memory was not finished: more than it affects, never less.
#pragma once

#include <string>

#include "change/matching.h"
#include "techniques/simrt/impact.h"

namespace reweave::inline simrt {

// `why`: "after 60 s".
ChangeImpact ImpactWithoutAnalysis(const Matching& matching, std::string why);

}  // namespace reweave::inline simrt
