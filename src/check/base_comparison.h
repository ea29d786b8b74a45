// Whether the old version of a test shows a finding too: by the schedule that showed it, then by a search of its own.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/result.h"
#include "explore/explorer.h"
#include "findings/finding.h"
#include "suite/test.h"

namespace reweave {

// Kind and places without what an edit beside the fault changes (blocks, lines, numbers): functions, variables, what each side
// did. The fingerprint (Finding::id) is stricter: it knows blocks by their content.
std::string CauseOf(const Finding& finding);
bool SameCause(const Finding& a, const Finding& b);

// The target of a test, with its directory and environment.
Result<TargetOptions> TargetOf(const TestSpec& test);

class BaseComparison {
 public:
  BaseComparison(TestSpec before, std::uint64_t seed, std::string out_dir)
      : before_(std::move(before)), seed_(seed), out_dir_(std::move(out_dir)) {}

  // Spends at most `time`. Errors are the old version's: it cannot be explored.
  Result<bool> Shows(const Finding& finding, std::chrono::nanoseconds time);
  // Looks around without a finding to look for.
  Result<void> Search(std::chrono::nanoseconds time, const std::string& strategy = "auto");
  const std::vector<Finding>& findings() const { return findings_; }
  std::uint64_t schedules() const { return schedules_; }

 private:
  Result<bool> Replays(const Finding& finding);
  bool Known(const Finding& finding) const;

  TestSpec before_;
  std::uint64_t seed_;
  std::string out_dir_;
  std::vector<Finding> findings_;
  std::uint64_t schedules_ = 0;
  std::chrono::nanoseconds searched_{};
  bool exhausted_ = false;
};

}  // namespace reweave
