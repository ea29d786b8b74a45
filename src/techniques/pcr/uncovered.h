// Patterns that runs suggest and none had, with their places in the source: for people.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "findings/site_names.h"
#include "findings/technique_report.h"
#include "techniques/pcr/search.h"

namespace reweave::pcr {

struct Uncovered {
  std::uint64_t key = 0;
  std::uint8_t pattern = 0;
  std::string variable;
  std::string why;  // "infeasible", "undecided", "feasible" (a schedule is known), "open"
  std::vector<SitePosition> sites;
  // Of a feasible one: a thread runs up to its operation of this number, then the next; 0: as it likes from there on.
  std::vector<std::pair<unsigned, unsigned>> schedule;
};

// By variable, then by place.
std::vector<Uncovered> UncoveredOf(const Search& search, SiteNames& names);
// "write queue.h:12 in thread a, read queue.h:30 in thread b"
std::string StepsText(const Uncovered& pattern);
// "thread 1 to its operation 5, thread 2 to its end"; empty: none is known
std::string ScheduleText(const Uncovered& pattern);

// The patterns that are not covered as a table, and how coverage grew as a chart.
void AddPictures(const Search& search, SiteNames& names, TechniqueReport& report);

}  // namespace reweave::pcr
