// Patterns that runs suggest and none had, with their places in the source: for people.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "findings/site_names.h"
#include "findings/technique_report.h"
#include "techniques/pcr/search.h"

namespace reweave::pcr {

struct Uncovered {
  std::uint8_t pattern = 0;
  std::string variable;
  std::string why;  // "infeasible", "undecided", "open"
  std::vector<SitePosition> sites;
};

// By variable, then by place.
std::vector<Uncovered> UncoveredOf(const Search& search, SiteNames& names);
// "write queue.h:12 in thread a, read queue.h:30 in thread b"
std::string StepsText(const Uncovered& pattern);

// The patterns that are not covered as a table, and how coverage grew as a chart.
void AddPictures(const Search& search, SiteNames& names, TechniqueReport& report);

}  // namespace reweave::pcr
