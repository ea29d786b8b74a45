// An exploration as a check of one test without a base: what the reports are made from.
#pragma once

#include <vector>

#include "findings/check_result.h"

namespace reweave::inline cli {

CheckResult AsCheck(const ExploreResult& result, const std::vector<ProgressPoint>& curve);

}  // namespace reweave::inline cli
