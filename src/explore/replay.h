// Running a schedule again and saying whether it was followed.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "explore/schedule/schedule.h"
#include "explore/target/target.h"

namespace reweave::inline explore {

struct Divergence {
  std::size_t step = 0;      // index into Schedule::steps, or their number
  std::string expected;      // "thread 0.1: operation 12, lock at queue.cc:9"
  std::string seen;
  std::string why;           // may be empty
};

// Compares what was done with what was expected: synchronisation and atomic operations in their order, and the plain accesses
// that both sides recorded. Which plain accesses are recorded depends on what ran before in the process, so that is not compared.
// Sites are compared by number if `same_build`, else by their stable text where both have one.
std::optional<Divergence> FindDivergence(const Schedule& schedule, const Trace& trace, const SiteNames& names, bool same_build);

struct ReplayOutcome {
  Trace trace;
  std::optional<Divergence> divergence;
  bool same_end = false;  // the run ended as the schedule says
  bool race_seen = false;  // the two accesses of the schedule's race were made, and nothing ordered them

  // What the schedule was kept for happened again.
  bool Shows(const Schedule& schedule) const { return !divergence && same_end && (!schedule.race || race_seen); }
};
// Before its first thread a program may do more or less than when the schedule was made: it looks at its directory, its
// environment, the terminal. Operations are numbered from the start of the program, so the numbers of its first thread then all
// differ by the same. True: they did, and those of the schedule are what they are in this process now.
bool FitBeginning(Schedule& schedule, const Trace& trace);
// One replay. A schedule that turns on locations which this process has not yet seen shared needs a run to learn them, and one to
// learn how the program begins (FitBeginning): it is tried up to three times.
Result<ReplayOutcome> Replay(Target& target, Schedule& schedule, SiteNames& names, bool same_build);

// Why a run fails often is an access that raced. A process which does not know that the location races does not record it, so a
// failure that happened again is replayed once more by one that does, and that run is returned if it fails alike.
ReplayOutcome WithRacing(Target& target, Schedule& schedule, ReplayOutcome outcome, SiteNames& names, bool same_build,
                         const std::vector<abi::SharedSlot>& racing);
// The same where nobody knows the locations yet: one more run shows them. Long runs are left as they are.
ReplayOutcome WithItsRaces(Target& target, Schedule& schedule, ReplayOutcome outcome, SiteNames& names, bool same_build);

// How the target's runs begin, and what of them is by rule: what a plan does not say.
void DescribeTarget(const TargetOptions& options, Schedule& schedule);
// Target settings that the schedule asks for. A directory that is no longer there is left out.
void ApplySchedule(const Schedule& schedule, TargetOptions& options);

}  // namespace reweave::inline explore
