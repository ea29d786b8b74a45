// How two builds were made: compilers, language standards, options. What differs there makes other code of the same source, and
// would be taken for a change.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "facts/reader.h"

namespace reweave::inline change {

struct BuildDifferences {
  std::vector<std::string> notes;  // other compilers or options, units without debug information
  std::string standards;  // "src/a.cc: c++17, now c++20": the first unit in another version of its language; "" if there is none
};

// Units are compared by path, those without a counterpart by file name if it is unique.
BuildDifferences CompareBuilds(const Facts& old_facts, const Facts& new_facts);

// All that differs, for those who compare anyway.
std::vector<std::string> BuildNotes(BuildDifferences differences);
// The error if language standards differ.
Result<void> RequireSameStandards(const BuildDifferences& differences, const std::string& old_file, const std::string& new_file);

}  // namespace reweave::inline change
