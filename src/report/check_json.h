// The stable JSON of `check` (docs/formats/check-json.md).
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "findings/check_result.h"

namespace reweave::inline report {

// One object, indented, ending in a newline.
std::string CheckJson(const CheckResult& result, const std::string& version);

// The reverse; what was left out when it was written (steps beyond a thousand) stays left out. `from` names the text in messages.
Result<CheckResult> ReadCheckJson(std::string_view text, const std::string& from);

}  // namespace reweave::inline report
