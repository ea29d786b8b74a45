// Who wants to know more about a search than its report says: an input of the strategies pcr and mcr.
#pragma once

#include <functional>

#include "techniques/pcr/search.h"

namespace reweave::pcr {

struct Listener {
  // After the last run; `first`: a run of the search, which knows the program's modules.
  std::function<void(const Search& search, const Trace& first)> finished = {};
  // The report has the table of what is not covered, and the chart. Naming places reads the facts, which takes longer than a
  // short search.
  bool pictures = false;
  // Runs by chance alone: what they suggest is solved for, not run.
  bool only_chance = false;
  // The same runs first; then what they suggest is run.
  bool chance_first = false;
};

}  // namespace reweave::pcr
