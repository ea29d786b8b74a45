// The file of --resume: docs/formats/resume.md. Written whole now and then, so that a reader never sees half of one; findings
// made since are appended, so that none is lost when we are killed.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "base/result.h"

namespace reweave::inline explore {

// What a search must have in common with the saved one, by name: "strategy" -> "icb".
using SearchIdentity = std::vector<std::pair<std::string, std::string>>;

struct SavedSearch {
  std::string state;
  std::vector<std::string> findings;  // appended since the state was written
};

Result<void> WriteResumeFile(const std::string& path, const SearchIdentity& identity, std::string_view state);
Result<void> AppendFinding(const std::string& path, std::string_view finding);
// Errors are kUsage: not such a file, damaged, or of another search (naming the first thing that differs).
Result<SavedSearch> ReadResumeFile(const std::string& path, const SearchIdentity& identity);

}  // namespace reweave::inline explore
