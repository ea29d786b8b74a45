#include "explore/minimise_finding.h"

#include <optional>
#include <unordered_map>

#include "base/interrupt.h"
#include "detect/findings.h"
#include "detect/races.h"
#include "detect/reorder.h"
#include "explore/collect/grouping.h"
#include "explore/collect/misuse.h"
#include "explore/minimise.h"
#include "explore/schedule/schedule.h"

namespace reweave::inline explore {

using std::chrono::steady_clock;

namespace {

bool CanBeMinimised(const Finding& finding) {
  return finding.kind != FindingKind::kAtomicity && finding.kind != FindingKind::kTimeout;
}

// Looks for the race with this id in runs: side by side, if its own schedule shows it so.
class RaceLookup {
 public:
  RaceLookup(SiteNames& names, std::string id) : names_(names), id_(std::move(id)) {}

  std::optional<RaceExpectation> Find(const Trace& trace) {
    if (trace.truncated) return std::nullopt;
    names_.Use(trace);
    // The detector keeps one occurrence of a pair of places; another one may be the one that is side by side.
    if (side_by_side_) return FindIn(trace, detect::AdjacentPairs(trace));
    detector_.Analyse(trace);
    return FindIn(trace, detector_.pairs());
  }
  void WantSideBySide(bool wanted) { side_by_side_ = wanted; }

 private:
  std::optional<RaceExpectation> FindIn(const Trace& trace, const std::vector<detect::RacePair>& pairs) {
    for (const detect::RacePair& pair : pairs) {
      if (pair.potential) continue;
      const auto [known, fresh] = is_it_.try_emplace(pair.key(), false);
      if (fresh) known->second = detect::RaceId(trace, pair, names_) == id_;
      if (known->second)
        return RaceExpectation{detect::NameOf(trace.events[pair.first.event]), detect::NameOf(trace.events[pair.second.event])};
    }
    return std::nullopt;
  }

  SiteNames& names_;
  std::string id_;
  detect::RaceDetector detector_;
  std::unordered_map<std::uint64_t, bool> is_it_;  // by key
  bool side_by_side_ = false;
};

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

Result<void> Rewrite(const Schedule& old, const Minimised& smaller, const SiteNames& names, const std::string& path,
                     std::optional<RaceExpectation> race) {
  Schedule schedule = ScheduleFromTrace(smaller.trace, smaller.plan, names);
  schedule.race = race;
  schedule.command = old.command;
  schedule.directory = old.directory, schedule.environment = old.environment;
  schedule.build_key = old.build_key;
  schedule.tool_version = old.tool_version;
  schedule.isolation = old.isolation;
  schedule.pool_threads = old.pool_threads;
  schedule.follow = old.follow;
  schedule.start_at = old.start_at;
  schedule.window = old.window;
  schedule.gather = old.gather, schedule.gather_calls = old.gather_calls;
  schedule.strategy = old.strategy;
  schedule.schedule_number = old.schedule_number;
  return WriteSchedule(schedule, path);
}

}  // namespace

Result<void> MinimiseFinding(Target& target, SiteNames& names, Finding& finding, std::chrono::nanoseconds time_limit,
                             const std::function<void(const Trace&, const Plan&)>& failed) {
  if (!CanBeMinimised(finding) || finding.schedule_file.empty()) return {};
  RW_ASSIGN(const Schedule schedule, ReadSchedule(finding.schedule_file));
  if (schedule.by_seed) return {};
  const auto deadline = steady_clock::now() + time_limit;
  target.set_deadline(deadline);  // a run may not end by itself
  const auto replay = [&](const Plan& plan) {
    auto run = RunOnce(target, plan);
    if (run) HandOver(*run, plan, failed);
    return run;
  };
  const bool is_race = finding.kind == FindingKind::kRace;
  if (is_race && !schedule.race) return {};
  RaceLookup races(names, finding.id);
  // A run that was cut off goes on in its replay, to whatever end.
  const bool cut_off = schedule.end == abi::EndKind::kDiverged;
  abi::EndKind end = schedule.end;
  const auto same = [&](const Trace& trace) {
    if (trace.end_kind() != end) return false;
    if (is_race) return races.Find(trace).has_value();
    names.Use(trace);
    return FindingFromTrace(trace, names).id == finding.id;
  };
  const MinimiseOptions options{.runs = 5000, .go_on = [&] { return steady_clock::now() < deadline && !Interrupted(); }};
  auto failing = replay(schedule.plan);
  if (is_race && failing) failing = replay(schedule.plan);  // the first one only learned which locations are shared
  if (is_race && failing) races.WantSideBySide(detect::AreAdjacent(*failing, schedule.race->first, schedule.race->second));
  if (failing && cut_off) end = failing->end_kind();
  if (!failing || !same(*failing)) return {};  // confirming it will say so
  const auto result = Minimise(*failing, schedule.plan, replay, same, options);
  if (!result) return {};
  finding.preemptions = result->after.preemptions;
  finding.fewest_preemptions = result->proven;
  if (result->after < result->before || cut_off)
    RW_TRY(Rewrite(schedule, *result, names, finding.schedule_file, is_race ? races.Find(result->trace) : std::nullopt));
  return {};
}

}  // namespace reweave::inline explore
