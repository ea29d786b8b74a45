// One change, from git to findings: both versions are built, the tests that can notice the change are explored, and what they
// show is compared with the old version.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/result.h"
#include "check/versions.h"
#include "report/check_result.h"

namespace reweave {

// kFast: known schedules and new interleavings only. kDeep: searches use all their time and go on after a finding.
enum class CheckMode { kFast, kUsual, kDeep };

struct CheckOptions {
  CheckMode mode = CheckMode::kUsual;
  std::string directory = ".";
  std::string base, head = ".";
  std::chrono::nanoseconds budget = std::chrono::minutes(5);  // of all explorations together; building is extra
  unsigned jobs = 1;
  std::string drivers;             // directory of reweave-c++
  std::vector<std::string> only;   // tests by name; empty = all
  std::uint64_t seed = 1;
  std::function<void(const std::string&)> say, status;
};

Result<CheckResult> RunCheck(const CheckOptions& options);

}  // namespace reweave
