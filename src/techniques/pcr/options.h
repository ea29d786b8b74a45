// What can be written after the colon: pcr:keep=all,after=stay. For people who compare; the defaults are for everybody else.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "explore/search/strategy.h"
#include "techniques/pcr/search.h"

namespace reweave::pcr {

struct StrategySettings {
  SearchOptions search;
  abi::TailPolicy after = abi::TailPolicy::kRandom;  // what comes after the planned part
  unsigned roots = 16;         // random runs without anything new after which an empty search gives up
  unsigned paths = 16;         // runs on paths that no run took, without anything new, after which none of them follows
  unsigned intended_runs = 10; // maptest: runs for a pattern
};

Result<StrategySettings> ParseSettings(std::string_view text);
// The same, with what the explorer gives to strategies.
Result<StrategySettings> SettingsOf(const StrategyOptions& options);

}  // namespace reweave::pcr
