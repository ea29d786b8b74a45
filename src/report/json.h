// The stable JSON of `explore` (docs/formats/explore-json.md).
#pragma once

#include <string>

#include "findings/finding.h"

namespace reweave::inline report {

// One object, indented, ending in a newline.
std::string ExploreJson(const ExploreResult& result, const std::string& version);

}  // namespace reweave::inline report
