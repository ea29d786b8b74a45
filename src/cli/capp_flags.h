// What `--strategy capp:...` needs besides the search itself: the impacted code points, from --against OLD or --icps FILE.
#pragma once

#include "cli/strategy_flags.h"
#include "explore/explorer.h"

namespace reweave::inline cli {

// Fills in labels and marks if the strategy is capp; checks that --search and --select go with it. Call when options.target has
// the program. Tells through options.message what a user should know.
Result<void> SetCapp(const StrategyFlags& flags, ExploreOptions& options);

}  // namespace reweave::inline cli
