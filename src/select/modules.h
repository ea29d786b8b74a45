// What the recorder needs to know of instrumented files: build keys and block tables, read once each.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "select/test.h"
#include "store/history.h"

namespace reweave {

class ModuleCache {
 public:
  // Null: not an instrumented file (not ELF, built without the driver, unreadable).
  const BlockTable* Find(const std::string& path);
  std::uint32_t BlockCount(const BlockTable& table) const;
  // Files known so far that have this key.
  std::vector<std::string> PathsOf(const std::string& key) const;
  // The key under which a test's history is kept: the build key of the first instrumented file on its command line. A test
  // that is started by a script has a key over the command and the script.
  std::string BuildKeyOf(const TestSpec& test);
  // Paths of the instrumented files on the test's command line.
  std::vector<std::string> ProgramsOf(const TestSpec& test);

 private:
  std::map<std::string, std::unique_ptr<BlockTable>> tables_;
};

}  // namespace reweave
