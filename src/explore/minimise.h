// The smallest schedule that still shows a failure: fewest preemptions, then shortest, then fewest threads.
//
// Every candidate is run; only one that shows the same failure is taken, so the result is always a schedule that works. Pure
// but for the replay function: it can be tested without a process.
//
// How: (1) cut the schedule after each of its switches and let the default scheduler go on; (2) remove one preemption at a
// time by letting the thread go on to its next switch, or by running it only later; (3) search all schedules with fewer
// preemptions than are left (icb), as far as the budget goes. If (3) came to its end, the number of preemptions is the smallest
// possible.
#pragma once

#include <cstdint>
#include <functional>

#include "base/result.h"
#include "explore/schedule/plan.h"
#include "trace/trace.h"

namespace reweave::inline explore {

struct ScheduleSize {
  std::uint64_t preemptions = 0, steps = 0, threads = 0;
  friend auto operator<=>(const ScheduleSize&, const ScheduleSize&) = default;
};
ScheduleSize SizeOf(const Trace& trace);

struct MinimiseOptions {
  std::uint64_t runs = 5000;                     // in all
  std::function<bool()> go_on;                   // asked before each run; empty: always
};

struct Minimised {
  Plan plan;                                     // one run, switches only
  Trace trace;                                   // what it does
  ScheduleSize before, after;
  std::uint64_t runs = 0;
  bool proven = false;                           // no schedule with fewer preemptions fails like this
};

// `failing` was run with `ran`. replay runs one plan once; same says whether a run shows the failure.
// A replay that fails with kDiverged was told to stop: the smallest so far is the result. Error: replay failed otherwise, or the
// failure does not happen again even with its own schedule (kDiverged).
Result<Minimised> Minimise(const Trace& failing, const Plan& ran, const std::function<Result<Trace>(const Plan&)>& replay,
                           const std::function<bool(const Trace&)>& same, const MinimiseOptions& options = {});

}  // namespace reweave::inline explore
