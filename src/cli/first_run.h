// --from RUN: a search that begins with a recorded run.
#pragma once

#include <string>

#include "base/result.h"
#include "explore/search/strategy.h"
#include "explore/target/program.h"

namespace reweave::inline cli {

// Reads the run and checks that the strategy can begin with it. Errors (status 2): another strategy; a damaged file, unless
// `salvage`; a run of another build; records that are missing, with how to record them.
Result<void> SetFirstRun(const std::string& file, bool salvage, const std::string& strategy, const Program& program,
                         StrategyOptions& options);

}  // namespace reweave::inline cli
