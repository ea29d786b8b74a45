// One unit of a shared search as the store keeps it: a part of the search (explore/part.h) with its share of the seeds and of the
// schedules.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "explore/explorer.h"

namespace reweave::inline cluster {

struct UnitWork {
  std::uint64_t seed = 0;  // added to the search's: searches that cannot be split run other seeds in each unit
  std::uint64_t schedules = 0;  // at most, 0 = no limit
  std::uint64_t errors = 0;  // workers that could not run it, one after the other
  bool at_end = false;
  std::string state;  // of the part, "" = from its start
};

std::string EncodeUnit(const UnitWork& unit);
Result<UnitWork> DecodeUnit(std::string_view bytes);

// What a job begins with: one unit if its parts can be split, else one for each task.
Result<std::vector<std::string>> FirstUnits(const ExploreOptions& options, unsigned tasks);
// The options that a worker runs the unit with: budgets are the job's business.
ExploreOptions OptionsFor(const ExploreOptions& options, const UnitWork& unit);

std::string EncodeFinding(const Finding& finding);
Result<Finding> DecodeFinding(std::string_view bytes);

}  // namespace reweave::inline cluster
