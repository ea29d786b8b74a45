// The recorder's end of abi/coverage.h: the file that a test's processes fill while they run, and what it says afterwards.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/file.h"
#include "base/result.h"
#include "store/history.h"

namespace reweave::inline suite {

struct RawCoverage {
  struct Module {
    std::uint32_t process = 0, first = 0, count = 0;  // ids first .. first + count are its blocks, in this process
    std::string path;
  };
  struct Thread {
    std::uint32_t process = 0, number = 0;            // kAloneThread: the first thread, while it was alone
    std::vector<std::uint32_t> ids;                   // sorted
  };
  struct Command {  // of a process that was started anew, not of one that only forked
    std::uint32_t process = 0;
    std::uint64_t pid = 0, parent = 0;
    std::string directory;  // where it was started
    std::vector<std::string> words;
  };
  std::vector<Command> commands;
  std::vector<Module> modules;
  std::vector<Thread> threads;
  std::string lost;                                   // why some of it is missing, "" if nothing is
};

// Reads whatever bytes are there; a file that was cut off or written over gives what can be read and says so in `lost`.
RawCoverage ReadCoverage(std::string_view file);

// An anonymous file in memory: nothing is left behind, however this process ends.
class CoverageFile {
 public:
  static Result<CoverageFile> Create(std::uint64_t bytes = 8ull << 30);
  const std::string& path() const { return path_; }  // for the processes of the test
  // Empty, for the next run, but for what the runtime is told: blocks of these files that it need not record.
  struct Idle {
    std::string path;
    std::uint32_t blocks;
    const std::vector<std::uint64_t>* bits;
  };
  Result<void> Reset(const std::vector<Idle>& idle = {});
  Result<RawCoverage> Read() const;

 private:
  CoverageFile() = default;
  Fd fd_;
  std::uint64_t bytes_ = 0;
  std::string path_;
};

}  // namespace reweave::inline suite
