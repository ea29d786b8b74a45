// One plain sentence that says what went wrong in a run, made from its events: which thread did what between two steps of
// another. Empty if the run shows none of the known shapes; the finding's message must then do.
#pragma once

#include <string>
#include <vector>

#include "detect/reorder.h"
#include "findings/finding.h"
#include "findings/site_names.h"
#include "trace/trace.h"

namespace reweave::detect {

// `trace` is the run of the schedule that is kept for the finding, with `names` for its sites; `race` are the two accesses of a
// finding of kind "race", empty else. Shapes: lost wakeup, lock cycle, unprotected access (a race, also one of a failing thread
// before its failure), check-then-act and lost update (a failure after an unserialisable triple).
struct CauseText {
  std::string text;
  std::vector<EventName> events;  // that the sentence names
};
CauseText CauseOf(const Trace& trace, const std::vector<EventName>& race, const SiteNames& names);

}  // namespace reweave::detect
