// What the recorder needs to know of instrumented files: build keys and block tables, read once each.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "store/history.h"
#include "suite/test.h"

namespace reweave::inline suite {

// Blocks that need no recording: a block without calls whose successors can only be entered from it was entered if and only if
// one of them was. (Not quite if it crashes itself: then the run is incomplete anyway.) By block number.
struct Inference {
  static constexpr std::uint32_t kNone = ~0u;
  std::uint32_t blocks = 0;
  std::vector<std::uint64_t> idle;     // bits of inferred blocks
  std::vector<std::uint32_t> implied;  // entering this block implies that one, kNone = nothing
};

// Paths of the files on the test's command line that were built with the driver, without reading what is in them.
std::vector<std::string> DriverBuiltFiles(const TestSpec& test);

struct KnownModule {
  std::string key, name;     // as in its block table
  std::uint32_t blocks = 0;  // of the table
};

class ModuleCache {
 public:
  // Null: not an instrumented file (not ELF, built without the driver, unreadable).
  const KnownModule* Find(const std::string& path);
  // Of a file that was found. It is kept packed: the tables of a hundred programs with one library are gigabytes.
  Result<BlockTable> TableOf(const std::string& path) const;
  const Inference& InferenceOf(const std::string& path) { return entries_[path].inference; }  // of a file that was found
  std::vector<std::string> Known() const;                                                    // all instrumented files so far
  // Files known so far that have this key.
  std::vector<std::string> PathsOf(const std::string& key) const;
  // The key under which a test's history is kept: the build key of the first instrumented file on its command line. A test
  // that is started by a script has a key over the command and the script.
  std::string BuildKeyOf(const TestSpec& test);
  // Paths of the instrumented files on the test's command line.
  std::vector<std::string> ProgramsOf(const TestSpec& test);

 private:
  struct Entry {
    std::optional<KnownModule> module;
    std::string table;  // encoded
    Inference inference;
  };
  std::map<std::string, Entry> entries_;
};

}  // namespace reweave::inline suite
