#include "explore/minimise_finding.h"

#include "explore/grouping.h"
#include "explore/interrupt.h"
#include "explore/minimise.h"
#include "explore/schedule.h"

namespace reweave {

using std::chrono::steady_clock;

namespace {

bool CanBeMinimised(const Finding& finding) { return finding.kind != "race" && finding.kind != "atomicity" && finding.kind != "timeout"; }

Result<Trace> RunOnce(Target& target, const Plan& plan) {
  Trace trace;
  RW_TRY(target.Submit(plan));
  RW_ASSIGN(const Target::Status status, target.NextRun(trace));
  if (status != Target::Status::kRun) {
    target.Abandon();
    return Fail(ErrorCategory::kDiverged, "minimising was interrupted");
  }
  return trace;
}

Result<void> Rewrite(const Schedule& old, const Minimised& smaller, const SiteNames& names, const std::string& path) {
  Schedule schedule = ScheduleFromTrace(smaller.trace, smaller.plan, names);
  schedule.command = old.command;
  schedule.build_key = old.build_key;
  schedule.tool_version = old.tool_version;
  schedule.isolation = old.isolation;
  schedule.pool_threads = old.pool_threads;
  schedule.strategy = old.strategy;
  schedule.schedule_number = old.schedule_number;
  return WriteSchedule(schedule, path);
}

}  // namespace

Result<void> MinimiseFinding(Target& target, SiteNames& names, Finding& finding, std::chrono::nanoseconds time_limit) {
  if (!CanBeMinimised(finding)) return {};
  RW_ASSIGN(const Schedule schedule, ReadSchedule(finding.schedule_file));
  if (schedule.by_seed) return {};
  const auto deadline = steady_clock::now() + time_limit;
  target.set_deadline(deadline);  // a run may not end by itself
  const auto replay = [&](const Plan& plan) { return RunOnce(target, plan); };
  const auto same = [&](const Trace& trace) {
    if (trace.end_kind() != schedule.end) return false;
    names.Use(trace);
    return FindingFromTrace(trace, names).id == finding.id;
  };
  const MinimiseOptions options{.runs = 5000, .go_on = [&] { return steady_clock::now() < deadline && !Interrupted(); }};
  const auto failing = replay(schedule.plan);
  if (!failing || !same(*failing)) return {};  // confirming it will say so
  const auto result = Minimise(*failing, schedule.plan, replay, same, options);
  if (!result) return {};
  finding.preemptions = result->after.preemptions;
  finding.fewest_preemptions = result->proven;
  if (result->after < result->before) RW_TRY(Rewrite(schedule, *result, names, finding.schedule_file));
  return {};
}

}  // namespace reweave
