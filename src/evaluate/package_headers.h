// Subjects that are made of libraries as packages install them: their headers are copied, so that they count as the program's own
// code and not the system's, and the new version's copies are edited. Nothing of the packages is in our sources.
//
//   subject.toml:  headers = ["spdlog", "boost/asio"]      # folders below the system's include directory
//   edits.toml:    [[edit]]  file = "spdlog/logger.h"  find = "..."  replace = "..."
#pragma once

#include <string>
#include <vector>

#include "base/result.h"

namespace reweave::inline evaluate {

struct HeaderEdit {
  std::string file, find, replace;
};

// No such file: no edits. Errors: it is not as it should be.
Result<std::vector<HeaderEdit>> ReadHeaderEdits(const std::string& path);

// Copies the folders below `from` into `to`, which is emptied before, and edits the copies. Errors: a folder is not installed; a
// text is not in its file exactly once, as when another version of the package is installed.
Result<void> CopyHeaders(const std::vector<std::string>& folders, const std::vector<HeaderEdit>& edits, const std::string& from,
                         const std::string& to);

// Lines that are neither empty nor only comments.
std::size_t CountCodeLines(const std::string& text);

}  // namespace reweave::inline evaluate
