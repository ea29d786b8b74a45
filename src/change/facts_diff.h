// What differs between two binaries, for people and as JSON: `reweave facts OLD NEW --diff`.
#pragma once

#include <string>

#include "change/matching.h"

namespace reweave::inline change {

std::string FactsDiffText(const Matching& matching);
std::string FactsDiffJson(const Matching& matching);

}  // namespace reweave::inline change
