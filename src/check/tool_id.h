// Which build of Reweave this is: a hash over the drivers, the pass, the runtime and the running program. What was built or
// concluded by another one is not used again.
#pragma once

#include <string>

#include "base/result.h"

namespace reweave::inline check {

// reweave-c++ beside this program.
Result<std::string> FindDriver();

std::string DriverId(const std::string& drivers);  // of what builds a program
std::string ToolId(const std::string& drivers);    // of all

}  // namespace reweave::inline check
