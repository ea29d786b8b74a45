// Explorer's part that comes after the search: shorter schedules, each replayed once more, the summary.
#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

#include "detect/cause.h"
#include "explore/explorer_search.h"
#include "base/interrupt.h"
#include "explore/minimise_finding.h"
#include "explore/replay.h"
#include "explore/schedule/schedule.h"
#include "findings/interleaving.h"

namespace reweave {

namespace {

constexpr int kRacesTime = 5;  // times that of one finding, for the schedules of all races

}  // namespace

Result<void> Explorer::MinimiseFindings(bool interrupted) {
  if (interrupted || options_.minimise.count() == 0) return {};
  TargetOptions options = SettledOptions();
  options.spin = DefaultSpin(1), options.together = false;
  RW_ASSIGN(const auto target, Target::Create(options));
  for (const auto& worker : workers_) target->AddShared(worker->target().Shared());
  // There may be hundreds of races: they share some time, the others have each their own.
  auto races = std::ranges::count(result_.findings, "race", &Finding::kind);
  const auto for_races = steady_clock::now() + kRacesTime * options_.minimise;
  for (Finding& finding : result_.findings) {
    if (finding.kind != "race") continue;
    const auto share = (for_races - steady_clock::now()) / races--;
    if (share.count() > 0)
      RW_TRY(MinimiseFinding(*target, names_, finding, std::min<std::chrono::nanoseconds>(share, options_.minimise)));
  }
  for (Finding& finding : result_.findings)
    if (finding.kind != "race") RW_TRY(MinimiseFinding(*target, names_, finding, options_.minimise));
  return {};
}

Result<void> Explorer::Confirm() {
  if (Interrupted()) ClearInterrupt();
  for (Finding& finding : result_.findings) {
    RW_ASSIGN(const Schedule schedule, ReadSchedule(finding.schedule_file));
    TargetOptions options = target_options_;
    options.fallback = false;
    ApplySchedule(schedule, options);
    RW_ASSIGN(const auto fresh, Target::Create(options));
    RW_ASSIGN(const ReplayOutcome outcome, Replay(*fresh, schedule, names_, true));
    if (!outcome.divergence) {
      names_.Use(outcome.trace);
      std::vector<detect::EventName> race;
      if (schedule.race) race = {schedule.race->first, schedule.race->second};
      std::vector<EventMark> about;
      for (const detect::EventName& name : race) about.push_back({name.tid, name.ordinal});
      finding.interleaving = InterleavingOf(outcome.trace, names_, about);
      finding.cause = detect::CauseOf(outcome.trace, race, names_);
      if (finding.kind == "atomicity") MarkSites(finding.interleaving, finding.sites);
    }
    const bool again = !outcome.divergence && outcome.same_end && (finding.kind != "race" || outcome.race_seen);
    finding.confirmed = again && (finding.kind != "race" || finding.confirmed);
    if (again || (finding.kind == "race" && !outcome.divergence)) continue;  // other accesses of the pair raced this time
    ++result_.diverged;
    if (outcome.divergence)
      Say(fmt::format("{} {} did not happen again: step {}: expected {}, saw {}", finding.kind, finding.id,
                      outcome.divergence->step, outcome.divergence->expected, outcome.divergence->seen));
  }
  return {};
}

void Explorer::Finish(bool interrupted) {
  result_.program = target_options_.program.command;
  result_.build = target_options_.program.build_key;
  result_.strategy = options_.strategy;
  result_.isolation = SettledOptions().isolation;
  result_.seed = options_.strategy_options.seed;
  result_.blocked = strategy_->blocked();
  result_.discarded = strategy_->discarded();
  result_.schedules = schedules_;
  result_.transitions = points_ - std::min(points_, strategy_->replayed_points());
  if (const auto counts = strategy_->state_counts()) {
    result_.states = counts->states;
    result_.transitions = counts->transitions;
  }
  for (Finding& finding : result_.findings) {  // seen only before the search began anew
    finding.first_schedule = std::max<std::uint64_t>(finding.first_schedule, 1);
    finding.occurrences = std::max<std::uint64_t>(finding.occurrences, 1);
  }
  result_.seconds = spent_ + std::chrono::duration<double>(last_end_ - start_).count();
  result_.exhausted = result_.sequential || (out_of_plans_ && in_flight_ == 0 && strategy_->exhausted());
  if (determinism_ != nullptr)
    result_.wrappers.determinism_checks = determinism_->checks(), result_.wrappers.difference = determinism_->difference();
  if (distinct_ != nullptr) result_.wrappers.distinct = distinct_->distinct();
  std::unordered_set<std::uint32_t> blocks;
  for (const auto& worker : workers_) blocks.insert(worker->analyser().blocks().begin(), worker->analyser().blocks().end());
  if (!blocks.empty()) result_.coverage.blocks = blocks.size();
  if (interrupted && !stopped_) result_.stopped_by = StoppedBy::kInterrupted;
}

}  // namespace reweave
