// Files that autoconf and automake made and that the project has in git. Git gives files no times that mean anything, so make may
// take them for old, and fail where what makes them is not installed.
#pragma once

#include <string>

#include "check/build_system.h"

namespace reweave::inline check {

// Whether the tools that made the committed configure and Makefile.in are here, in the version that was used.
bool HasItsGenerators(const std::string& configure);

// Makes the generated files newer than what they are made of, once after each change of either.
BuildStep GeneratedFilesAreNew(const BuildInput& input);

}  // namespace reweave::inline check
