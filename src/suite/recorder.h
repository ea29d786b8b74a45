// Records the history of a test: which blocks which logical thread covers, in one native run or in several.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "store/history.h"
#include "suite/coverage_file.h"
#include "suite/modules.h"
#include "suite/native_run.h"
#include "suite/test.h"

namespace reweave::inline suite {

struct RecordOptions {
  RunLimits limits;               // the test's own timeout goes before this one
  std::uint32_t runs = 1;         // their union is kept
  bool controlled = false;        // under the engine: the same coverage every time
  std::uint64_t seed = 1;         // of controlled runs; run i uses seed + i
};

struct Recorded {
  TestHistory history;
  bool interrupted = false;       // not to be kept
  bool cut = false;               // LimitRuns ended a run
  std::string output;             // of a run that failed, else of the last
};

class Recorder {
 public:
  // `modules`: the caller's, which must outlive it; null: its own.
  explicit Recorder(RecordOptions options, ModuleCache* modules = nullptr)
      : options_(std::move(options)),
        own_(modules == nullptr ? std::make_unique<ModuleCache>() : nullptr),
        modules_(modules == nullptr ? *own_ : *modules) {}

  // Errors: it cannot be started at all. A test that fails, crashes or hangs is a result.
  Result<Recorded> Record(const TestSpec& test);
  // No run takes longer from now on, whatever the test's own limit is: what it covers until then is its history, incomplete.
  void LimitRuns(std::chrono::nanoseconds most) { most_ = most; }
  ModuleCache& modules() { return modules_; }

 private:
  struct OneRun;
  Result<OneRun> RunOnce(const TestSpec& test);
  Result<OneRun> RunControlled(const TestSpec& test, std::uint64_t seed);
  void Translate(const RawCoverage& raw, const TestSpec& test, OneRun& run);

  RecordOptions options_;
  std::chrono::nanoseconds most_ = std::chrono::nanoseconds::max();
  std::unique_ptr<ModuleCache> own_;
  ModuleCache& modules_;
  std::unique_ptr<CoverageFile> file_;
};

// The union of several runs' coverage of one test; blocks not in all of them become `flaky`.
std::vector<ModuleCoverage> UnionOf(const std::vector<std::vector<ModuleCoverage>>& runs);

}  // namespace reweave::inline suite
