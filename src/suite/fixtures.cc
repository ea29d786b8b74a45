#include "suite/fixtures.h"

#include <algorithm>

namespace reweave::inline suite {

Result<void> FixtureRuns::SetUp(const std::string& test) {
  const auto at = std::ranges::find(suite_, test, &TestSpec::name);
  if (at == suite_.end() || at->fixtures_required.empty()) return {};
  const auto index = static_cast<std::size_t>(at - suite_.begin());
  const std::lock_guard lock(mutex_);  // a second one waits for the setup that it needs as well
  Result<void> outcome;
  bool before = true;
  for (const std::size_t needed : WithFixtures(suite_, {index})) {
    if (needed == index) {
      before = false;
    } else if (!before) {
      if (std::ranges::find(cleanups_, needed) == cleanups_.end()) cleanups_.push_back(needed);
    } else if (outcome) {
      if (!ran_.contains(needed)) ran_.emplace(needed, RunOne(needed, true));
      outcome = ran_.at(needed);
    }
  }
  return outcome;
}

void FixtureRuns::CleanUp() {
  const std::lock_guard lock(mutex_);
  for (const std::size_t cleanup : cleanups_) (void)RunOne(cleanup, false);
  cleanups_.clear();
  ran_.clear();
}

Result<void> FixtureRuns::RunOne(std::size_t index, bool interruptible) {
  const TestSpec& test = suite_[index];
  if (test.disabled || test.command.empty())
    return Fail(ErrorCategory::kTarget, "a fixture is disabled", test.name, test.disabled_reason);
  RunLimits limits;
  limits.interruptible = interruptible;
  if (test.timeout) limits.timeout = *test.timeout;
  RW_ASSIGN(const NativeRun run, RunNatively(test, limits));
  if (Judge(test, run) == Verdict::kPassed) return {};
  return Fail(ErrorCategory::kTarget, "a fixture's setup failed", test.name, DescribeEnd(run));
}

}  // namespace reweave::inline suite
