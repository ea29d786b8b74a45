// Phase II: the problematic interleavings of the new run that contain an impacted access, found without enumerating
// interleavings.
//
// Problematic: races, and the patterns on one and two locations that no order of the two units (what is meant to be atomic) could
// give: P1..P17 of detect/patterns.h, and with all27 the 18 mixed ones. Units: a call of a member function from outside its
// class, an outermost critical section, an annotated region, a source statement, and what was one critical section in the old
// version.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "techniques/recontest/history.h"
#include "techniques/recontest/impact.h"
#include "techniques/recontest/options.h"

namespace reweave::recontest {

struct Candidate {
  std::uint8_t pattern = 0;  // 1..17; 18..35: mixed
  std::uint8_t length = 0;
  std::array<std::uint32_t, 4> accesses{};  // of the new run, in the order of the pattern
  bool feasible = false, preexisting = false, soft_order = false;  // soft_order: only atomics forbid it
  friend bool operator==(const Candidate&, const Candidate&) = default;
};

struct Selection {
  std::uint64_t candidates_pta = 0;  // as many without looking at the impact
  std::vector<Candidate> candidates;  // those with an impacted access, all of them
  std::uint64_t feasible = 0, preexisting = 0;
  bool cut_off = false;  // there were more than are kept
  std::uint64_t remaining() const { return feasible - preexisting; }
};

// `everything`: as if every access were impacted (plain prediction).
Selection FindCandidates(const Histories& runs, const Impact& impact, const Options& options, bool everything = false);

// Which of them could be run first: at most `instances` of each (pattern, statements), weakened contexts before others. Numbers
// into selection.candidates, feasible and (with subtract_old) not preexisting ones only.
std::vector<std::uint32_t> Rank(const Selection& selection, const Histories& runs, const Impact& impact, const Options& options,
                                unsigned instances = 3);

}  // namespace reweave::recontest
