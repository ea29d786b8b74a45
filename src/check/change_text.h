// The change as git shows it.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "check/versions.h"
#include "findings/check_result.h"

namespace reweave::inline check {

Result<ChangedText> ReadChange(const Repository& repository, const Version& base, const Version& head);
// Lines of the new version that a unified diff adds.
std::map<std::string, std::set<unsigned>> AddedLines(std::string_view diff);

}  // namespace reweave::inline check
