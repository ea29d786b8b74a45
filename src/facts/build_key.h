#pragma once

#include <string>

#include "facts/elf_file.h"

namespace reweave::inline facts {

// 32 hex digits over facts and code. References from code to other sections are left out: they move when a path in a string
// constant gets longer, and another checkout must have the same key.
std::string BuildKey(const ElfFile& file);

}  // namespace reweave::inline facts
