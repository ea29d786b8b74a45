#include "findings/check_result.h"

#include <algorithm>

namespace reweave::inline findings {

const char* Text(TestState state) {
  switch (state) {
    case TestState::kUnchanged: return "unchanged";
    case TestState::kNoImpact: return "no impact";
    case TestState::kNotReached: return "not reached";
    case TestState::kNotBuilt: return "not built with the driver";
    case TestState::kDisabled: return "disabled";
    case TestState::kExplored: return "explored";
    case TestState::kUnsupported: return "cannot be explored";
    case TestState::kNoTime: return "no time left";
    case TestState::kMissing: return "its program is missing";
  }
  return "?";
}

std::size_t CheckResult::CountFindings(bool new_only) const {
  std::size_t count = 0;
  for (const CheckedTest& test : tests)
    count += static_cast<std::size_t>(
        std::ranges::count_if(test.findings, [&](const CheckedFinding& f) { return !new_only || (f.is_new && !f.accepted); }));
  return count;
}

}  // namespace reweave::inline findings
