// Flags that say how schedules are chosen: the same on every command that explores.
#pragma once

#include <cstdint>
#include <string>

#include "base/result.h"
#include "explore/search/strategy.h"

namespace CLI {
class App;
}

namespace reweave::inline cli {

struct StrategyFlags {
  std::string strategy = "auto", bound, order = "early", state_key = "memory";
  std::string against, icps, search;  // what changed, for strategies that look at a change
  std::string paths_mode = "default", why;  // paths
  std::uint64_t paths_nodes = 1'000'000;
  bool select = false, no_symmetry = false;
  std::uint64_t seed = 1;
  unsigned depth = 3;
};

void AddStrategyFlags(CLI::App& command, StrategyFlags& flags);
// --why FILE:LINE and the like, for strategies that turn branches; does nothing for others.
Result<void> SetPathsSettings(const StrategyFlags& flags, StrategyOptions& options);
// --why names a line of the program that has a branch.
Result<void> CheckWhy(const StrategyFlags& flags, const std::string& program);
// Everything but the base plan.
Result<void> SetStrategyOptions(const StrategyFlags& flags, StrategyOptions& options);

}  // namespace reweave::inline cli
