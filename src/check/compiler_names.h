// Makefiles and scripts that call g++ or cc by name, whatever CXX and CC say.
#pragma once

#include <string>

#include "base/result.h"

namespace reweave::inline check {

// Makes a directory with programs of the compilers' usual names that lead to the drivers. Returns the PATH that begins with it.
// Names with a version (clang-19) are left alone: the drivers themselves call one.
Result<std::string> PathWithDrivers(const std::string& build, const std::string& drivers);

}  // namespace reweave::inline check
