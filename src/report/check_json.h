// The stable JSON of `check` (docs/formats/check-json.md).
#pragma once

#include <string>

#include "report/check_result.h"

namespace reweave {

// One object, indented, ending in a newline.
std::string CheckJson(const CheckResult& result, const std::string& version);

}  // namespace reweave
