#include "explore/collect/races.h"

#include <algorithm>
#include <optional>

#include "base/interrupt.h"
#include "detect/findings.h"
#include "explore/schedule/schedule.h"

namespace reweave::inline collect {

using detect::AreAdjacent;
using detect::EventName;
using detect::NameOf;
using detect::RacePair;

namespace {

constexpr std::size_t kHidden = ~std::size_t{0};
constexpr std::size_t kMostPredicted = 64, kMostRaces = 1000;

std::optional<std::uint32_t> Find(const Trace& trace, EventName name) {
  for (std::uint32_t i = 0; i < trace.events.size(); ++i)
    if (IsCounted(trace.events[i].kind) && NameOf(trace.events[i]) == name) return i;
  return std::nullopt;
}

}  // namespace

Result<bool> RaceCollector::Observe(const ObservedRun& run, const std::vector<RacePair>& pairs, std::uint64_t number) {
  bool news = false;
  for (const RacePair& pair : pairs) {
    RW_ASSIGN(const bool is_new, ObservePair(run, pair, number));
    news |= is_new;
    if (news && Interrupted()) break;  // a long run can show hundreds, and each writes its schedule
  }
  return news;
}

// In races_, entered there if it is met for the first time; kHidden if it is not wanted.
std::size_t RaceCollector::IndexOf(const ObservedRun& run, const RacePair& pair) {
  const auto [known, new_key] = by_key_.try_emplace(pair.key(), kHidden);
  if (!new_key) return known->second;
  const SiteNames& names = book_.NamesFor(run.trace);
  const auto [id, new_id] = by_id_.try_emplace(detect::RaceId(run.trace, pair, names), kHidden);
  const bool full = races_.size() >= kMostRaces || (pair.potential && races_.size() >= kMostPredicted);
  if (new_id && !full) {
    Finding finding = detect::RaceFinding(run.trace, pair, names);
    const bool own = book_.has_defaults() && book_.KnownOfLibraries(detect::RawRaceFinding(run.trace, pair, names));
    if (!own && !book_.Suppressed(finding)) {
      id->second = races_.size();
      races_.push_back({.finding = std::move(finding), .pair = pair, .evidence = book_.Keep(run), .potential = true});
    }
  }
  return known->second = id->second;
}

Result<bool> RaceCollector::ObservePair(const ObservedRun& run, const RacePair& pair, std::uint64_t number) {
  const std::size_t index = IndexOf(run, pair);
  if (index == kHidden) return false;
  Race& race = races_[index];
  const bool first = race.potential && !pair.potential;  // the first run that shows it
  if (race.finding.first_schedule == 0 || first) race.finding.first_schedule = run.schedule;
  if (race.finding.first_execution == 0 || first) race.finding.first_execution = run.execution;
  if (pair.potential) return false;
  if (std::exchange(race.last_run, number) != number && run.counts()) ++race.finding.occurrences;
  if (!first && race.evidence.trace) return false;
  race.pair = pair;  // of a race that is known from before there is no evidence yet
  race.evidence = book_.Keep(run);
  if (!first) return false;
  race.potential = false;
  book_.NamesFor(run.trace);
  const auto name = [&](const detect::RacingAccess& access) { return NameOf(run.trace.events[access.event]); };
  RW_ASSIGN(race.finding.schedule_file,
            book_.WriteSchedule(run.trace, run.plan, race.finding, RaceExpectation{name(pair.first), name(pair.second)}));
  news_.push_back(race.finding);
  book_.NoteKind("race");
  return true;
}

Result<void> RaceCollector::Confirm(const Confirming& runs) {
  for (Race& race : races_) {
    if (!runs.go_on()) break;
    RW_ASSIGN(const bool side_by_side, ConfirmRace(runs, race));
    if (!side_by_side) continue;
    race.potential = false;
    race.finding.occurrences = std::max<std::uint64_t>(race.finding.occurrences, 1);
  }
  return {};
}

// True: a run had the two accesses side by side, and its schedule is the race's now.
Result<bool> RaceCollector::ConfirmRace(const Confirming& runs, Race& race) {
  if (!race.evidence.trace) return false;
  const Trace& seen = *race.evidence.trace;
  const EventName a = NameOf(seen.events[race.pair.first.event]), b = NameOf(seen.events[race.pair.second.event]);
  std::vector<Plan> plans;
  if (AreAdjacent(seen, a, b)) plans.push_back(PlanFromTrace(seen, race.evidence.plan));
  for (const detect::PlannedOrder& order : detect::AdjacentOrders(seen, race.pair.first.event, race.pair.second.event))
    plans.push_back(WithOrder(race.evidence.plan, order, seen.seed()));
  plans.push_back(PlanFromTrace(seen, race.evidence.plan));  // at least the stacks
  for (std::size_t i = 0; i < plans.size(); ++i) {
    const Plan& plan = plans[i];
    RW_ASSIGN(const auto run, runs.RunWithCalls(plan));
    if (!run) return false;
    const bool adjacent = AreAdjacent(*run, a, b);
    const bool last = i + 1 == plans.size();
    if (!adjacent && !(last && Find(*run, a) && Find(*run, b))) continue;
    RacePair pair = race.pair;
    pair.first.event = *Find(*run, a), pair.second.event = *Find(*run, b);
    Finding finding = detect::RaceFinding(*run, pair, book_.NamesFor(*run));
    if (finding.id != race.finding.id) continue;
    finding.first_schedule = race.finding.first_schedule;
    finding.first_execution = race.finding.first_execution;
    finding.occurrences = race.finding.occurrences;
    finding.confirmed = adjacent;
    finding.schedule_file = race.finding.schedule_file;
    race.finding = std::move(finding);
    if (!adjacent) return false;
    RW_ASSIGN(race.finding.schedule_file, book_.WriteSchedule(*run, plan, race.finding, RaceExpectation{a, b}));
    return true;
  }
  return false;
}

void RaceCollector::Restarted() {
  for (Race& race : races_) ForgetCounts(race.finding);
}

void RaceCollector::Finish(std::vector<Finding>& findings, std::vector<Finding>& predicted) {
  for (Race& race : races_) {
    if (race.potential) race.finding.first_schedule = std::max<std::uint64_t>(race.finding.first_schedule, 1);
    else AtLeastOnce(race.finding);
    (race.potential ? predicted : findings).push_back(std::move(race.finding));
  }
}

std::size_t RaceCollector::seen() const { return static_cast<std::size_t>(std::ranges::count(races_, false, &Race::potential)); }

std::vector<Finding> RaceCollector::SeenFindings() const {
  std::vector<Finding> seen;
  for (const Race& race : races_)
    if (!race.potential) seen.push_back(race.finding);
  return seen;
}

void RaceCollector::AddLeads(std::vector<Plan>& leads) const {
  for (const Race& race : races_)
    if (race.evidence.trace) leads.push_back(PlanFromTrace(*race.evidence.trace, race.evidence.plan));
}

void RaceCollector::AddKnown(Finding race) {
  if (!by_id_.try_emplace(race.id, races_.size()).second) return;
  races_.push_back({.finding = std::move(race), .pair = {}, .evidence = {}});
}

void RaceCollector::Absorb(RaceCollector& part) {
  for (Race& race : part.races_) {
    const auto known = by_id_.find(race.finding.id);
    if (known == by_id_.end()) AddKnown(std::move(race.finding));
    else if (known->second != kHidden) AddOccurrences(races_[known->second].finding, race.finding);
  }
}

}  // namespace reweave::inline collect
