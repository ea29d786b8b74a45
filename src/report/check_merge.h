// Results of checks that belong together, as one.
#pragma once

#include <vector>

#include "base/result.h"
#include "findings/check_result.h"

namespace reweave::inline report {

// Checks of the same two versions, of other tests or the same again, as one. A test that several explored has the findings of
// all. Results of other versions: an error.
//
// Parts of one divided check (check --shard) become the whole. A part that is not there, or that does not belong to the others
// (other versions, another number of parts, another division of the tests), is named in `missing`, so that the verdict is
// incomplete; what belongs together is what most parts agree on.
Result<CheckResult> MergeChecks(std::vector<CheckResult> parts);

// A cause that the old version shows in one test is old in every test.
void OneVerdictForOneCause(CheckResult& result);

}  // namespace reweave::inline report
