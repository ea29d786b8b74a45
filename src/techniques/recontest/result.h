// What the comparison of two versions' runs came to.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "findings/technique_report.h"

namespace reweave::recontest {

struct Outcome {
  std::uint64_t accesses = 0, impacted = 0;             // shared accesses of the new run
  std::uint64_t candidates_pta = 0, candidates_selected = 0, feasible = 0, fresh = 0;  // fresh: not possible in the old version
  std::uint64_t confirmed = 0, confirmed_passing = 0, confirmed_failing = 0, diverged = 0, blocked = 0;
  std::uint64_t solver_plans = 0, solver_confirmed = 0;  // orders that only the solver could plan, and those that its runs showed
  bool hands_over = false;  // the change is there, but one run of each version shows no order that it made new
  std::vector<std::string> flags;
};

TechniqueReport ReportOf(const Outcome& outcome);

}  // namespace reweave::recontest
