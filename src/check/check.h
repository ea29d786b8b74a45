// One change, from git to findings: both versions are built, the tests that can notice the change are explored, and what they
// show is compared with the old version.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "check/config.h"
#include "check/versions.h"
#include "findings/check_result.h"

namespace reweave {

// kFast: known schedules and new interleavings only. kDeep: searches use all their time and go on after a finding.
enum class CheckMode { kFast, kUsual, kDeep };

// One row of the live display.
struct CheckProgress {
  const CheckResult* result = nullptr;   // as far as it is known
  std::size_t chosen = 0;                // the first so many of its tests are being explored
  std::size_t current = 0;               // the one at work, and by which phase
  std::string phase;
  std::uint64_t schedules = 0;           // of the current test, with those of the search that is going on
  std::size_t findings = 0;
  std::chrono::nanoseconds left{};       // of the budget
};

struct CheckOptions {
  std::string directory = ".";
  std::string base, head = ".";    // base "": what the configuration says, else found by looking
  CheckMode mode = CheckMode::kUsual;
  std::optional<std::chrono::nanoseconds> budget;  // of all explorations together; building is extra. None: 5 minutes, or
                                                   // what the configuration says; half an hour for kDeep
  unsigned jobs = 1;
  std::string drivers;  // directory of reweave-c++
  std::vector<std::string> only;  // tests by name; empty = all
  std::optional<std::uint64_t> seed;
  std::string baseline;  // a file, or "" = the configuration's
  std::string store;  // where histories are; "" = the configuration's, or .reweave/history.db
  bool keep = false;  // schedules of new findings go to the corpus
  bool again = false;  // also if the same check was made before
  std::function<void(const std::string&)> say, status;
  std::function<void(const CheckProgress&)> progress = {};
};

// The configuration of the checkout that `directory` is in.
Result<Config> ConfigOf(const std::string& directory);
Result<CheckResult> RunCheck(const CheckOptions& options);

}  // namespace reweave
