#include "explore/collect/races.h"

#include <algorithm>
#include <optional>

#include "detect/findings.h"
#include "explore/schedule/schedule.h"
#include "findings/causes.h"

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
  std::vector<std::size_t> first_shown;
  OfRun of_run{run, {}};
  for (const RacePair& pair : pairs) {
    const std::size_t index = IndexOf(of_run, pair);
    if (index != kHidden && ObservePair(run, races_[index], pair, number)) first_shown.push_back(index);
  }
  if (first_shown.empty()) return false;
  std::vector<Race*> news;
  for (const std::size_t index : first_shown) news.push_back(&races_[index]);
  book_.NamesFor(run.trace);
  RW_TRY(WriteSchedules(run.trace, run.plan, InOrder(news)));
  for (const Race* race : news) news_.push_back(race->finding);
  book_.NoteKind("race");
  return true;
}

std::vector<RaceCollector::Race*> RaceCollector::InOrder(const std::vector<Race*>& races) {
  std::vector<const Finding*> findings;
  for (const Race* race : races) findings.push_back(&race->finding);
  std::vector<Race*> out;
  for (const std::size_t i : LeadsFirst(findings).order) out.push_back(races[i]);
  return out;
}

// `races` are of this run. A long run can show hundreds: what there is no time for has an empty path.
Result<void> RaceCollector::WriteSchedules(const Trace& trace, const Plan& plan, const std::vector<Race*>& races) {
  std::vector<ScheduleFor> wanted;
  const auto name = [&](const detect::RacingAccess& access) { return NameOf(trace.events[access.event]); };
  for (const Race* race : races)
    wanted.push_back({&race->finding, RaceExpectation{name(race->pair.first), name(race->pair.second)}});
  RW_ASSIGN(auto paths, book_.WriteSchedules(trace, plan, wanted));
  for (std::size_t i = 0; i < races.size(); ++i) races[i]->finding.schedule_file = std::move(paths[i]);
  return {};
}

Result<void> RaceCollector::WriteMissing(const std::function<bool()>& go_on) {
  std::vector<std::pair<const Trace*, std::vector<Race*>>> runs;
  for (Race& race : races_) {
    if (race.potential || !race.finding.schedule_file.empty() || !race.evidence.trace) continue;
    const auto known = std::ranges::find(runs, race.evidence.trace.get(), &decltype(runs)::value_type::first);
    (known != runs.end() ? *known : runs.emplace_back(race.evidence.trace.get(), std::vector<Race*>())).second.push_back(&race);
  }
  for (const auto& [trace, races] : runs) {
    if (!go_on()) break;
    book_.NamesFor(*trace);
    RW_TRY(WriteSchedules(*trace, races.front()->evidence.plan, InOrder(races)));
  }
  return {};
}

// In races_, entered there if it is met for the first time; kHidden if it is not wanted.
std::size_t RaceCollector::IndexOf(OfRun& of_run, const RacePair& pair) {
  const ObservedRun& run = of_run.run;
  const auto [known, new_key] = by_key_.try_emplace(pair.key(), kHidden);
  if (!new_key) return known->second;
  const SiteNames& names = book_.NamesFor(run.trace);
  const auto [id, new_id] = by_id_.try_emplace(detect::RaceId(run.trace, pair, names), kHidden);
  const bool full = races_.size() >= kMostRaces || (pair.potential && races_.size() >= kMostPredicted);
  if (new_id && !full) {
    if (!of_run.describer) of_run.describer.emplace(run.trace, names);
    Finding finding = of_run.describer->Describe(pair);
    const bool own = book_.has_defaults() && book_.KnownOfLibraries(of_run.describer->DescribeRaw(pair));
    if (!own && !book_.Suppressed(finding)) {
      id->second = races_.size();
      races_.push_back({.finding = std::move(finding), .pair = pair, .evidence = book_.Keep(run), .potential = true});
    }
  }
  return known->second = id->second;
}

// True: it is the first run that shows it.
bool RaceCollector::ObservePair(const ObservedRun& run, Race& race, const RacePair& pair, std::uint64_t number) {
  const bool first = race.potential && !pair.potential;
  if (race.finding.first_schedule == 0 || first) race.finding.first_schedule = run.schedule;
  if (race.finding.first_execution == 0 || first) race.finding.first_execution = run.execution;
  if (pair.potential) return false;
  if (std::exchange(race.last_run, number) != number && run.counts()) ++race.finding.occurrences;
  if (!first && race.evidence.trace) return false;
  race.pair = pair;  // of a race that is known from before there is no evidence yet
  race.evidence = book_.Keep(run);
  if (first) race.potential = false;
  return first;
}

Result<void> RaceCollector::Confirm(const Confirming& runs) {
  std::vector<Race*> all;
  for (Race& race : races_) all.push_back(&race);
  for (Race* race : InOrder(all)) {
    if (!runs.go_on()) break;
    RW_ASSIGN(const bool side_by_side, ConfirmRace(runs, *race));
    if (!side_by_side) continue;
    race->potential = false;
    race->finding.occurrences = std::max<std::uint64_t>(race->finding.occurrences, 1);
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
