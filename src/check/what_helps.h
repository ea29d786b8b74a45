// What to say when a version cannot be built or has no tests: what is missing, and what the user can do.
#pragma once

#include <string>
#include <string_view>

#include "check/config.h"
#include "findings/check_result.h"

namespace reweave::inline check {

// Whether the log of a build says that the driver refused a sanitizer.
bool WantsSanitizer(const std::string& log_path);
// Of a build that failed: submodules that are not there, a download that failed. `otherwise`, if it is neither.
std::string WhatHelps(const Version& version, std::string_view log, const std::string& otherwise);
// What to do if it cannot be built so and has files for other systems, too; "" if it has none.
std::string OtherSystems(const Config& config, const std::string& source);
// Sources with "test" in their name, as a list for people; "" if there are none.
std::string SourcesOfTests(const std::string& source);
// Where such sources have build files of their own; `otherwise`, if nowhere.
std::string BuildFilesOfTests(const std::string& source, const std::string& otherwise);

}  // namespace reweave::inline check
