// Explorer's part that comes after the search: shorter schedules, each replayed once more, the summary.
#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "base/interrupt.h"
#include "detect/cause.h"
#include "explore/explorer_search.h"
#include "explore/minimise_finding.h"
#include "explore/replay.h"
#include "explore/schedule/schedule.h"
#include "findings/interleaving.h"

namespace reweave::inline explore {

namespace {

constexpr int kRacesTime = 5;  // times that of one finding, for the schedules of all races

}  // namespace

Result<void> Explorer::MinimiseFindings(bool interrupted) {
  if (interrupted || options_.minimise.count() == 0) return {};
  TargetOptions options = SettledOptions();
  options.spin = DefaultSpin(1), options.together = false;
  RW_ASSIGN(const auto target, Target::Create(options));
  for (const auto& worker : workers_) target->AddShared(worker->target().Shared());
  // Half of what is left until the end: confirming comes after it.
  const auto end =
      options_.end_by ? steady_clock::now() + (*options_.end_by - steady_clock::now()) / 2 : steady_clock::time_point::max();
  target->AddRacing(racing_);
  const auto failed = [this](const Trace& trace, const Plan& plan) { KeepStray(trace, plan); };
  // There may be hundreds of races: they share some time, the others have each their own.
  auto races = std::ranges::count(result_.findings, "race", &Finding::kind);
  const auto for_races = std::min(end, steady_clock::now() + kRacesTime * options_.minimise);
  for (Finding& finding : result_.findings) {
    if (finding.kind != "race") continue;
    const auto share = (for_races - steady_clock::now()) / races--;
    if (share.count() > 0)
      RW_TRY(MinimiseFinding(*target, names_, finding, std::min<std::chrono::nanoseconds>(share, options_.minimise), failed));
  }
  for (Finding& finding : result_.findings)
    if (finding.kind != "race" && steady_clock::now() < end)
      RW_TRY(MinimiseFinding(*target, names_, finding,
                             std::min<std::chrono::nanoseconds>(options_.minimise, end - steady_clock::now()), failed));
  return {};
}

Result<void> Explorer::Confirm() {
  if (Interrupted() && options_.one_of_many) {
    for (Finding& finding : result_.findings) finding.confirmed = false;
    return {};
  }
  if (Interrupted()) ClearInterrupt();
  bool first = true;
  for (std::vector<Finding>* list : {&result_.findings, &result_.timing})
    for (Finding& finding : *list) {
      const bool late = options_.end_by && steady_clock::now() >= *options_.end_by && !std::exchange(first, false);
      if (late || (Interrupted() && options_.one_of_many)) finding.confirmed = false;
      else RW_TRY(ConfirmOne(finding));
    }
  return {};
}

Result<void> Explorer::ConfirmOne(Finding& finding) {
  RW_ASSIGN(const Schedule schedule, ReadSchedule(finding.schedule_file));
  TargetOptions options = target_options_;
  options.fallback = false;
  ApplySchedule(schedule, options);
  RW_ASSIGN(const auto fresh, Target::Create(options));
  auto replayed = Replay(*fresh, schedule, names_, true);
  if (!replayed && Interrupted() && options_.one_of_many) {
    finding.confirmed = false;
    return {};
  }
  if (!replayed) return std::unexpected(replayed.error());
  const ReplayOutcome& outcome = *replayed;
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
  finding.confirmed = !outcome.divergence && outcome.same_end && (!schedule.race || outcome.race_seen);
  if (finding.confirmed) return {};
  ++result_.diverged;
  if (outcome.divergence)
    Say(fmt::format("{} {} did not happen again: step {}: expected {}, saw {}", finding.kind, finding.id,
                    outcome.divergence->step, outcome.divergence->expected, outcome.divergence->seen));
  else
    Say(fmt::format("{} {} did not happen again: {}", finding.kind, finding.id,
                    outcome.same_end ? "the two accesses were ordered" : "the replay ended in another way"));
  return {};
}

// What even an exhausted search has not covered, as its runs showed.
void Explorer::AddCaveats() {
  if (!detection_) return;
  detect::Caveats all = detection_->caveats();
  for (const auto& worker : workers_) all.Merge(worker->analyser().caveats());
  std::ranges::move(all.Sentences(names_), std::back_inserter(result_.caveats));
  if (!all.unseen_steps() || !result_.exhausted) return;
  result_.exhausted = false;
  result_.stopped_by = StoppedBy::kIncomplete;
}

void Explorer::FillResult(bool interrupted) {
  result_.program = target_options_.program.command;
  result_.build = target_options_.program.build_key;
  result_.strategy = options_.strategy;
  result_.isolation = SettledOptions().isolation;
  result_.seed = options_.strategy_options.seed;
  result_.blocked = strategy_->blocked();
  result_.discarded = strategy_->discarded();
  result_.schedules = schedules_;
  result_.executions = runs_;
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
  result_.exhausted = (result_.sequential || (out_of_plans_ && in_flight_ == 0 && strategy_->exhausted())) &&
                      result_.cut_runs == 0 && target_options_.window == 0;
  if (result_.cut_runs > 0 && result_.stopped_by == StoppedBy::kExhausted) result_.stopped_by = StoppedBy::kIncomplete;
  for (const auto& worker : workers_) result_.early_left_out |= (worker->target().seen() & abi::kSeenTimeWait) != 0;
  if (determinism_ != nullptr)
    result_.wrappers.determinism_checks = determinism_->checks(), result_.wrappers.difference = determinism_->difference();
  if (distinct_ != nullptr) result_.wrappers.distinct = distinct_->distinct();
  std::unordered_set<std::uint32_t> blocks;
  for (const auto& worker : workers_) blocks.insert(worker->analyser().blocks().begin(), worker->analyser().blocks().end());
  if (!blocks.empty()) result_.coverage.blocks = blocks.size();
  if (interrupted && !stopped_) result_.stopped_by = StoppedBy::kInterrupted;
}

}  // namespace reweave::inline explore
