// Results for tests of the reports: no check needs to run.
#pragma once

#include <cstddef>

#include "findings/check_result.h"

namespace reweave::inline report {

// Every state of tests and findings, and text that tries to break out of each format.
CheckResult SampleResult();
// `findings` findings over `tests` tests, the first with `steps` steps.
CheckResult LargeResult(std::size_t tests, std::size_t findings, std::size_t steps);
// One finding whose run has creation, wake-ups, locks handed over, long names, several operations on a line and a long turn.
CheckResult StoryResult();

}  // namespace reweave::inline report
