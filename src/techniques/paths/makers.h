// The strategies of path exploration, for the table of strategies.
#pragma once

#include <memory>

#include "explore/search/strategy.h"

namespace reweave::paths {

std::unique_ptr<Strategy> MakePathsStrategy(const StrategyOptions& options);
std::unique_ptr<Strategy> MakeReachStrategy(const StrategyOptions& options);
std::unique_ptr<Strategy> MakeThreadPairsStrategy(const StrategyOptions& options);

}  // namespace reweave::paths
