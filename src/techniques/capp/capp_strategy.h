// The strategy `capp:HEURISTIC`.
#pragma once

#include <memory>

#include "explore/search/strategy.h"

namespace reweave::inline capp {

std::unique_ptr<Strategy> MakeCappStrategy(const StrategyOptions& options);

}  // namespace reweave::inline capp
