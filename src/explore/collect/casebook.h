// What all collectors of findings share: names of places, suppressions, where schedules are kept, copies of runs as evidence.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "detect/suppressions.h"
#include "explore/schedule/plan.h"
#include "explore/schedule/schedule.h"
#include "findings/finding.h"
#include "findings/site_names.h"
#include "trace/trace.h"

namespace reweave::inline collect {

// A run that is looked at.
struct ObservedRun {
  const Trace& trace;
  const Plan& plan;
  std::uint64_t schedule = 0;   // its number among the schedules of the search; 0: it is none of them (probing, repeated)
  std::uint64_t execution = 0;  // its number among all executions
  bool counts() const { return schedule != 0; }
};

// A run as it was, to bring it about again.
struct Evidence {
  std::shared_ptr<const Trace> trace;  // null: there was no room for it
  Plan plan;
};

// What a schedule is kept for.
struct ScheduleFor {
  const Finding* finding;
  std::optional<RaceExpectation> race = {};
};

class Casebook {
 public:
  // Keeps the schedule of a run, once for each finding, and returns their paths. There is always time for the first; of others
  // the path is empty if there was none.
  using KeepSchedule =
      std::function<Result<std::vector<std::string>>(const Trace&, const Plan&, const std::vector<ScheduleFor>&)>;

  // `suppressions`: path of a file, may be empty; `defaults`: the bundled ones too.
  static Result<std::unique_ptr<Casebook>> Create(const std::string& suppressions, bool defaults, SiteNames& names,
                                                  KeepSchedule keep);

  SiteNames& names() { return names_; }
  SiteNames& NamesFor(const Trace& trace) {
    names_.Use(trace);
    return names_;
  }
  bool Suppressed(const Finding& finding) { return suppressions_.Matches(finding); }
  // By what is known of the standard library: `finding` has the places where its code really was, not those of its callers.
  bool KnownOfLibraries(const Finding& finding) { return !defaults_.empty() && defaults_.Matches(finding); }
  bool has_defaults() const { return !defaults_.empty(); }
  std::vector<std::string> UnusedSuppressions() const { return suppressions_.Unused(); }

  // The next run is another one: what Keep copied is not its.
  void BeginRun() { copy_.reset(); }
  Evidence Keep(const ObservedRun& run);
  Result<std::string> WriteSchedule(const Trace& trace, const Plan& plan, const Finding& finding,
                                    std::optional<RaceExpectation> race = std::nullopt) {
    RW_ASSIGN(auto paths, keep_(trace, plan, {{&finding, race}}));
    return std::move(paths.at(0));
  }
  Result<std::vector<std::string>> WriteSchedules(const Trace& trace, const Plan& plan, const std::vector<ScheduleFor>& wanted) {
    return keep_(trace, plan, wanted);
  }

  // Kinds of what was seen for the first time: race, atomicity, warning.
  void NoteKind(std::string kind) { new_kinds_.push_back(std::move(kind)); }
  std::vector<std::string> TakeNewKinds() { return std::exchange(new_kinds_, {}); }

 private:
  Casebook(SiteNames& names, KeepSchedule keep) : names_(names), keep_(std::move(keep)) {}

  SiteNames& names_;
  KeepSchedule keep_;
  detect::Suppressions suppressions_, defaults_;
  std::shared_ptr<const Trace> copy_;  // of the run being observed, made when first needed
  std::size_t copied_bytes_ = 0;
  std::vector<std::string> new_kinds_;
};

// Stamps a finding with the run that showed it first.
inline void MarkFirst(Finding& finding, const ObservedRun& run) {
  finding.first_schedule = run.schedule;
  finding.first_execution = run.execution;
  finding.occurrences = run.counts();
}
// One more run showed it; the first that counts is its first schedule.
inline void MarkAgain(Finding& finding, const ObservedRun& run) {
  if (run.counts() && ++finding.occurrences == 1) finding.first_schedule = run.schedule;
}
// The search began anew: what was counted so far does not count.
inline void ForgetCounts(Finding& finding) { finding.first_schedule = finding.occurrences = 0; }
// Seen only in runs that do not count: shown as the first schedule's.
void AtLeastOnce(Finding& finding);

// Of the same finding, seen elsewhere.
void AddOccurrences(Finding& into, const Finding& other);
void MergeFindings(std::vector<Finding>& into, std::vector<Finding>&& more);

}  // namespace reweave::inline collect
