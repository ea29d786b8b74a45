// Makers of the strategies of this folder, for the registry.
#pragma once

#include <memory>

#include "explore/search/strategy.h"

namespace reweave::pcr {

std::unique_ptr<Strategy> MakePcrStrategy(const StrategyOptions& options);
std::unique_ptr<Strategy> MakeMcrStrategy(const StrategyOptions& options);
std::unique_ptr<Strategy> MakeMaptestStrategy(const StrategyOptions& options);

}  // namespace reweave::pcr
