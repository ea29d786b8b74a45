// What a program says of itself: its strings and the names of its symbols, where frameworks for tests are recognised.
#pragma once

#include <string>

#include "base/result.h"

namespace reweave::inline suite {

// Without code, facts and debug information, which are most of the file. Of a file that is no ELF file: all of it.
Result<std::string> ProgramText(const std::string& program);

}  // namespace reweave::inline suite
