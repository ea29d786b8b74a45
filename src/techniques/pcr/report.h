// What a search for patterns came to, for reports.
#pragma once

#include <string>

#include "findings/technique_report.h"
#include "techniques/pcr/search.h"

namespace reweave::pcr {

inline constexpr char kNothingShared[] = "no variable that two threads share: nothing to explore";

TechniqueReport ReportOf(const Search& search, const std::string& name);

}  // namespace reweave::pcr
