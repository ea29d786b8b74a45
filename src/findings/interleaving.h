// How the threads of a run interleave, in source lines, one column a thread.
#pragma once

#include <string>
#include <vector>

#include "findings/containers.h"
#include "findings/finding.h"
#include "findings/site_names.h"
#include "trace/trace.h"

namespace reweave::inline findings {

// An event by its thread and its number there.
struct EventMark {
  std::uint16_t tid = 0;
  std::uint32_t ordinal = 0;
};

// The scheduling points of the run, one step for each run of points of one thread on one line. `about` are the events that the
// finding is about. `and_end`, or none: also where the run failed. At most kMostKeptSteps are kept, those around the events that
// it is about, else the last. `at_start`: findings/event_texts.h.
inline constexpr std::size_t kMostKeptSteps = 10'000;
Interleaving InterleavingOf(const Trace& trace, const SiteNames& names, const std::vector<EventMark>& about = {},
                            bool and_end = false, const WordAtStart& at_start = {});

// Which steps a report with room for `most` shows: all, or those around the key steps, or the last.
struct StepRange {
  std::size_t first = 0, end = 0;
};
StepRange ShownSteps(const Interleaving& interleaving, std::size_t most);

// The steps at the places of a finding's parts become key steps: for findings whose events have no names.
void MarkSites(Interleaving& interleaving, const std::vector<FindingSite>& sites);

// One operation a line. Columns side by side if they fit into `width` (0: there is no limit), else with the thread's name first.
// Long names are shortened; values and effects ("= 1", "-> thread 0.1", "wakes 0") are not cut. Empty if there is nothing.
std::string RenderInterleaving(const Interleaving& interleaving, std::size_t width);

}  // namespace reweave::inline findings
