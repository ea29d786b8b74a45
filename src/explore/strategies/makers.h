// Makers of the strategies in this folder, one file each.
#pragma once

#include <memory>

#include "explore/search/strategy.h"

namespace reweave::inline strategies {

std::unique_ptr<Strategy> MakeNoneStrategy(const StrategyOptions& options);
std::unique_ptr<Strategy> MakeRandomStrategy(const StrategyOptions& options);
std::unique_ptr<Strategy> MakePctStrategy(const StrategyOptions& options);
std::unique_ptr<Strategy> MakePosStrategy(const StrategyOptions& options);
std::unique_ptr<Strategy> MakeDporStrategy(const StrategyOptions& options);
std::unique_ptr<Strategy> MakeRfStrategy(const StrategyOptions& options);
std::unique_ptr<Strategy> MakeGoalStrategy(const StrategyOptions& options);
std::unique_ptr<Strategy> MakeAutoStrategy(const StrategyOptions& options);

}  // namespace reweave::inline strategies
