// Makes the schedule kept for a finding as small as it gets, in place.
#pragma once

#include <chrono>
#include <functional>

#include "base/result.h"
#include "explore/schedule/plan.h"
#include "explore/target/target.h"
#include "findings/finding.h"
#include "findings/site_names.h"
#include "trace/trace.h"

namespace reweave::inline explore {

// Runs candidates on `target`, which must have no plans in flight; it should be the one of the search, since it knows the
// shared locations. Rewrites finding.schedule_file if something smaller shows the same finding (same id), and fills in how
// many preemptions are left. Findings that were never seen step by step, or whose every run takes the time limit, are left as
// they are. An interrupt ends it early; so does the time limit. Errors: only the disk's and the target's.
// `failed` is handed every run that fails, whatever it shows.
Result<void> MinimiseFinding(Target& target, SiteNames& names, Finding& finding, std::chrono::nanoseconds time_limit,
                             const std::function<void(const Trace&, const Plan&)>& failed);

}  // namespace reweave::inline explore
