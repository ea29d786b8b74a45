// Findings as compilers print errors, for editors and tools that read such lines:
//
//   queue.h:44:7: error: deadlock (lost wakeup): thread 0.1 checked ... [6a40d2343c8d]
//   queue_test.cc:12:3: note: thread 0, waits in join for thread 0.1, in main
//   queue.h:44:7: note: replay: reweave replay .reweave/results/queue_test-deadlock-6a40d2343c8d.rws
#pragma once

#include <string>

#include "findings/check_result.h"
#include "findings/finding.h"

namespace reweave::inline report {

// The lines of one finding. `level` is "error" or "warning".
std::string GccLines(const Finding& finding, const char* level);
// Findings as errors; what needs a long delay, fails no run or was only predicted as warnings.
std::string ExploreGccLines(const ExploreResult& result);
// New findings as errors, old ones as warnings; accepted and fixed ones are not listed.
std::string CheckGccLines(const CheckResult& result);

}  // namespace reweave::inline report
