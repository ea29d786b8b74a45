#include "explore/detection.h"

#include <algorithm>
#include <chrono>
#include <tuple>

#include "base/interrupt.h"
#include "detect/findings.h"
#include "detect/reorder.h"
#include "explore/grouping.h"
#include "explore/target/one_run.h"

namespace reweave::inline explore {

using detect::AreAdjacent;
using detect::EventName;
using detect::NameOf;
using detect::PlannedOrder;
using detect::RacePair;
using std::chrono::steady_clock;

namespace {

constexpr std::size_t kHidden = ~std::size_t{0};
constexpr std::size_t kMostPredicted = 64, kMostRaces = 1000;
constexpr std::size_t kMostKeptBytes = 512u << 20;         // of runs kept as evidence
constexpr std::uint64_t kAlwaysRuns = 256, kThenEvery = 16;  // lock order and long patterns: they hardly change later on
constexpr auto kConfirmTime = std::chrono::seconds(10);

Plan WithOrder(const Plan& ran, const PlannedOrder& order, std::uint64_t seed) {
  Plan plan = ran;
  plan.segments = order.segments;
  plan.outcomes = order.outcomes;
  plan.tail = abi::TailPolicy::kStay;
  plan.runs = 1;
  plan.seed = seed;
  plan.start = plan.save_as = 0;
  plan.flags &= abi::kPlanModel;
  return plan;
}

// With call records, for stacks.
Result<std::optional<Trace>> RunWithCalls(Target& target, Plan plan, const Detection::Failed& failed) {
  plan.record |= abi::kRecordSync | abi::kRecordAccess | abi::kRecordCall;
  RW_ASSIGN(auto run, RunOnce(target, plan));
  if (run && run->failed()) failed(*run, plan);
  return run;
}

std::uint64_t Scramble(std::uint64_t h) {
  h *= 0x9e3779b97f4a7c15ull;
  return h ^ h >> 31;
}

// Digest of what the program called its outcome, thread by thread; nullopt if it said nothing.
std::optional<std::uint64_t> OutcomeOf(const Trace& trace) {
  std::optional<std::uint64_t> digest;
  for (const abi::Event& event : trace.events) {
    if (event.kind != abi::EventKind::kAnnotate || event.value != static_cast<std::uint64_t>(abi::Annotation::kOutcome)) continue;
    digest = digest.value_or(0) + Scramble(event.value2 ^ static_cast<std::uint64_t>(event.site) << 32 ^ event.tid);
  }
  return digest;
}

std::optional<std::uint32_t> Find(const Trace& trace, EventName name) {
  for (std::uint32_t i = 0; i < trace.events.size(); ++i)
    if (IsCounted(trace.events[i].kind) && NameOf(trace.events[i]) == name) return i;
  return std::nullopt;
}

}  // namespace

Result<std::unique_ptr<Detection>> Detection::Create(const std::string& suppressions, bool defaults, SiteNames& names,
                                                     KeepSchedule keep) {
  std::unique_ptr<Detection> out(new Detection(names, std::move(keep)));
  if (defaults) {
    RW_ASSIGN(out->defaults_, detect::Suppressions::Parse(detect::DefaultSuppressionText(), "bundled suppressions"));
  }
  if (!suppressions.empty()) {
    RW_ASSIGN(out->suppressions_, detect::Suppressions::Read(suppressions));
  }
  return out;
}

void RunAnalyser::NoteBlocks(const std::vector<abi::Event>& events) {
  for (const abi::Event& event : events)
    if (event.kind == abi::EventKind::kBlock) blocks_.insert(event.site);
}

void RunAnalyser::Analyse(const Trace& trace, RunFacts& facts) {
  facts.races.clear(), facts.racing.clear(), facts.broken.clear(), facts.triples.clear();
  if (trace.sequential || trace.truncated || trace.end_kind() == abi::EndKind::kStopped) return;
  ++analysed_;
  if (analysed_ == 1 && trace.preamble) NoteBlocks(trace.preamble->events);
  NoteBlocks(trace.events);
  facts.thorough = analysed_ <= kAlwaysRuns || analysed_ % kThenEvery == 0;
  races_.Analyse(trace);
  facts.races = races_.pairs();
  facts.racing = races_.racing();
  if (facts.thorough || !races_.hidden().empty()) caveats_.Note(trace, races_.hidden());
  patterns_.Analyse(trace, facts.thorough);
  facts.broken = patterns_.broken_regions();
  facts.triples = patterns_.unserialisable();
  facts.printed = PrintedDigest(trace);
  facts.settled = std::ranges::find(trace.events, abi::EventKind::kShared, &abi::Event::kind) == trace.events.end();
}

Result<bool> Detection::Observe(const Trace& trace, const RunFacts& facts, const Plan& plan, std::uint64_t schedule) {
  if (trace.sequential || trace.truncated) return false;
  ++observed_;
  RW_ASSIGN(const bool news, ObserveRaces(trace, facts, plan, schedule));
  if (facts.thorough && !trace.failed()) ObserveLocks(trace, plan, schedule);
  RW_TRY(ObservePatterns(trace, facts, plan, schedule));
  ObservePrinted(trace, facts, plan, schedule);
  return news;
}

Result<bool> Detection::ObserveRaces(const Trace& trace, const RunFacts& facts, const Plan& plan, std::uint64_t schedule) {
  kept_.reset();
  bool news = false;
  for (const RacePair& pair : facts.races) {
    RW_ASSIGN(const bool is_new, ObservePair(trace, plan, schedule, pair));
    news |= is_new;
  }
  return news;
}

Detection::Evidence Detection::Keep(const Trace& trace, const Plan& plan) {
  if (!kept_ && kept_bytes_ < kMostKeptBytes) {
    kept_ = std::make_shared<const Trace>(trace);
    kept_bytes_ += trace.events.size() * sizeof(abi::Event);
  }
  return {kept_, plan};
}

Result<bool> Detection::ObservePair(const Trace& trace, const Plan& plan, std::uint64_t schedule, const RacePair& pair) {
  const auto [known, new_key] = by_key_.try_emplace(pair.key(), kHidden);
  if (new_key) {
    names_.Use(trace);
    const auto [id, new_id] = by_id_.try_emplace(detect::RaceId(trace, pair, names_), kHidden);
    const bool full = races_.size() >= kMostRaces || (pair.potential && races_.size() >= kMostPredicted);
    if (new_id && !full) {
      Race race{detect::RaceFinding(trace, pair, names_), pair, Keep(trace, plan), 0, true, false};
      const bool own = !defaults_.empty() && defaults_.Matches(detect::RawRaceFinding(trace, pair, names_));
      if (!own && !suppressions_.Matches(race.finding)) id->second = races_.size(), races_.push_back(std::move(race));
    }
    known->second = id->second;
  }
  if (known->second == kHidden) return false;
  Race& race = races_[known->second];
  if (race.finding.first_schedule == 0 || (race.potential && !pair.potential)) race.finding.first_schedule = schedule;
  if (race.finding.first_execution == 0 || (race.potential && !pair.potential)) race.finding.first_execution = execution_;
  if (pair.potential) return false;
  if (std::exchange(race.last_run, observed_) != observed_ && counting_ && schedule != 0) ++race.finding.occurrences;
  if (!race.potential && !race.evidence.trace) race.pair = pair, race.evidence = Keep(trace, plan);  // known from before
  if (!race.potential) return false;
  race.potential = false;  // the first run that shows it
  race.pair = pair;
  race.evidence = Keep(trace, plan);
  names_.Use(trace);
  const auto name = [&](const detect::RacingAccess& access) { return NameOf(trace.events[access.event]); };
  RW_ASSIGN(race.finding.schedule_file, keep_(trace, plan, race.finding, RaceExpectation{name(pair.first), name(pair.second)}));
  news_.push_back(race.finding);
  new_kinds_.emplace_back("race");
  return true;
}

void Detection::ObserveLocks(const Trace& trace, const Plan& plan, std::uint64_t schedule) {
  if (cycles_.size() >= kMostPredicted || !detect::HasNestedLocks(trace)) return;
  for (detect::LockCycle& cycle : detect::PredictLockCycles(trace)) {
    if (!cycle_keys_.try_emplace(cycle.key(), true).second || cycles_.size() >= kMostPredicted) continue;
    names_.Use(trace);
    Finding finding = detect::LockCycleFinding(trace, cycle, names_);
    finding.first_schedule = schedule, finding.first_execution = execution_;
    const bool known = std::ranges::any_of(cycles_, [&](const Cycle& other) { return other.finding.id == finding.id; });
    if (known || suppressions_.Matches(finding)) continue;
    cycles_.push_back({std::move(finding), std::move(cycle), Keep(trace, plan)});
  }
}

Result<void> Detection::ObservePatterns(const Trace& trace, const RunFacts& facts, const Plan& plan, std::uint64_t schedule) {
  for (const detect::PatternInstance& instance : facts.broken) {
    names_.Use(trace);
    Finding finding = detect::PatternFinding(trace, instance, names_);
    const auto known = std::ranges::find(warnings_, finding.id, &Finding::id);
    if (known != warnings_.end()) {
      if (schedule != 0 && ++known->occurrences == 1) known->first_schedule = schedule;
    } else if (!suppressions_.Matches(finding)) {
      finding.first_schedule = schedule, finding.occurrences = schedule != 0, finding.confirmed = true;
      finding.first_execution = execution_;
      warnings_.push_back(std::move(finding));
      new_kinds_.emplace_back("warning");
    }
  }
  return trace.failed() ? Result<void>() : ObserveOutcome(trace, facts, plan, schedule);
}

Result<void> Detection::ObserveOutcome(const Trace& trace, const RunFacts& facts, const Plan& plan, std::uint64_t schedule) {
  const std::optional<std::uint64_t> outcome = OutcomeOf(trace);
  if (!outcome) return {};
  if (!usual_outcome_) usual_outcome_ = outcome;
  if (outcome == usual_outcome_) {
    for (const detect::PatternInstance& triple : facts.triples) usual_triples_.insert(triple.key);
    return {};
  }
  for (const detect::PatternInstance& triple : facts.triples) {
    if (usual_triples_.contains(triple.key)) continue;
    names_.Use(trace);
    Finding finding = detect::PatternFinding(trace, triple, names_);
    const auto known = std::ranges::find(atomicity_, finding.id, &Finding::id);
    if (known != atomicity_.end()) {
      if (schedule != 0 && ++known->occurrences == 1) known->first_schedule = schedule;
    } else if (atomicity_.size() < kMostPredicted && !suppressions_.Matches(finding)) {
      finding.message += "; the run came to another outcome";
      finding.first_schedule = schedule, finding.occurrences = schedule != 0, finding.first_execution = execution_;
      RW_ASSIGN(finding.schedule_file, keep_(trace, plan, finding, std::nullopt));
      atomicity_key_[finding.id] = triple.key;
      atomicity_.push_back(std::move(finding));
      new_kinds_.emplace_back("atomicity");
    }
  }
  return {};
}

// --- Confirmation ------------------------------------------------------------------------------------------------------

// The first run learns which locations are shared, the second one records them all.
Result<void> Detection::ObserveAgain(Target& target, const Finding& failure, const Failed& failed) {
  RW_ASSIGN(const Schedule schedule, ReadSchedule(failure.schedule_file));
  for (int i = 0; i < 2; ++i) {
    RW_ASSIGN(const auto run, RunWithCalls(target, schedule.plan, failed));
    if (!run || run->sequential) return {};
    if (i == 0 || run->end_kind() != schedule.end) continue;
    analyser_.Analyse(*run, facts_);
    RW_TRY(ObserveRaces(*run, facts_, schedule.plan, failure.first_schedule));
  }
  return {};
}

Result<void> Detection::Confirm(TargetOptions options, const std::vector<Finding>& found, const Failed& failed,
                                std::optional<steady_clock::time_point> end_by) {
  if (races_.empty() && cycles_.empty() && suspects_.empty() && found.empty()) return {};
  options.fallback = false;
  options.preamble_record |= abi::kRecordCall;
  RW_ASSIGN(const auto target, Target::Create(options));
  auto limit = steady_clock::now() + kConfirmTime;
  if (end_by) limit = std::min(limit, *end_by);
  const auto go_on = [&] { return steady_clock::now() < limit && !Interrupted(); };
  for (const Finding& failure : found)
    if (go_on() && failure.kind != "timeout" && failure.kind != "livelock" && failure.subkind != "lost")
      RW_TRY(ObserveAgain(*target, failure, failed));
  for (Race& race : races_) {
    if (!go_on()) break;
    RW_ASSIGN(race.side_by_side, ConfirmRace(*target, race, failed));
    if (!race.side_by_side) continue;
    race.potential = false;
    race.finding.occurrences = std::max<std::uint64_t>(race.finding.occurrences, 1);
  }
  for (Cycle& cycle : cycles_) {
    if (!go_on()) break;
    RW_ASSIGN(auto finding, ConfirmCycle(*target, cycle, found, failed));
    cycle.confirmed = finding.has_value();
    if (finding && !finding->schedule_file.empty()) confirmed_.push_back(std::move(*finding));
  }
  return ConfirmPrinted(*target, go_on, failed);
}

Result<bool> Detection::ConfirmRace(Target& target, Race& race, const Failed& failed) {
  if (!race.evidence.trace) return false;
  const Trace& seen = *race.evidence.trace;
  const EventName a = NameOf(seen.events[race.pair.first.event]), b = NameOf(seen.events[race.pair.second.event]);
  std::vector<Plan> plans;
  if (AreAdjacent(seen, a, b)) plans.push_back(PlanFromTrace(seen, race.evidence.plan));
  for (const PlannedOrder& order : detect::AdjacentOrders(seen, race.pair.first.event, race.pair.second.event))
    plans.push_back(WithOrder(race.evidence.plan, order, seen.seed()));
  plans.push_back(PlanFromTrace(seen, race.evidence.plan));  // at least the stacks
  for (std::size_t i = 0; i < plans.size(); ++i) {
    const Plan& plan = plans[i];
    RW_ASSIGN(const auto run, RunWithCalls(target, plan, failed));
    if (!run) return false;
    const bool adjacent = AreAdjacent(*run, a, b);
    const bool last = i + 1 == plans.size();
    if (!adjacent && !(last && Find(*run, a) && Find(*run, b))) continue;
    RacePair pair = race.pair;
    pair.first.event = *Find(*run, a), pair.second.event = *Find(*run, b);
    names_.Use(*run);
    Finding finding = detect::RaceFinding(*run, pair, names_);
    if (finding.id != race.finding.id) continue;
    finding.first_schedule = race.finding.first_schedule;
    finding.first_execution = race.finding.first_execution;
    finding.occurrences = race.finding.occurrences;
    finding.confirmed = adjacent;
    finding.schedule_file = race.finding.schedule_file;
    race.finding = std::move(finding);
    if (!adjacent) return false;
    RW_ASSIGN(race.finding.schedule_file, keep_(*run, plan, race.finding, RaceExpectation{a, b}));
    return true;
  }
  return false;
}

Result<std::optional<Finding>> Detection::ConfirmCycle(Target& target, const Cycle& cycle, const std::vector<Finding>& found,
                                                       const Failed& failed) {
  if (!cycle.evidence.trace) return std::nullopt;
  for (const PlannedOrder& order : detect::DeadlockOrders(*cycle.evidence.trace, cycle.cycle)) {
    const Plan plan = WithOrder(cycle.evidence.plan, order, cycle.evidence.trace->seed());
    RW_ASSIGN(const auto run, RunWithCalls(target, plan, failed));
    if (!run || run->end_kind() != abi::EndKind::kDeadlock) continue;
    names_.Use(*run);
    Finding finding = FindingFromTrace(*run, names_);
    finding.first_schedule = cycle.finding.first_schedule;
    finding.first_execution = cycle.finding.first_execution;
    finding.occurrences = 0;  // no schedule of the search showed it
    finding.confirmed = true;
    const auto same = [&](const Finding& other) { return other.id == finding.id; };
    if (std::ranges::any_of(found, same) || std::ranges::any_of(confirmed_, same)) return finding;  // without a file: no news
    RW_ASSIGN(finding.schedule_file, keep_(*run, plan, finding, std::nullopt));
    return finding;
  }
  return std::nullopt;
}

void Detection::Restarted() {
  const auto reset = [](Finding& finding) { finding.first_schedule = finding.occurrences = 0; };
  for (Race& race : races_) reset(race.finding);
  std::ranges::for_each(warnings_, reset);
  std::ranges::for_each(atomicity_, reset);
  for (Suspect& suspect : suspects_) reset(suspect.finding);
}

void Detection::Finish(ExploreResult& result) {
  // Seen only in runs that do not count: shown as the first schedule's.
  const auto at_least_once = [](Finding& finding) {
    finding.first_schedule = std::max<std::uint64_t>(finding.first_schedule, 1);
    finding.occurrences = std::max<std::uint64_t>(finding.occurrences, 1);
  };
  for (Race& race : races_) {
    if (race.potential) race.finding.first_schedule = std::max<std::uint64_t>(race.finding.first_schedule, 1);
    else at_least_once(race.finding);
  }
  for (std::vector<Finding>* list : {&warnings_, &atomicity_}) std::ranges::for_each(*list, at_least_once);
  patterns_.Merge(analyser_.patterns());
  for (Race& race : races_) (race.potential ? result.predicted : result.findings).push_back(std::move(race.finding));
  for (Finding& finding : atomicity_)  // unless a later run with the usual outcome showed the pattern too
    if (!usual_triples_.contains(atomicity_key_[finding.id])) result.findings.push_back(std::move(finding));
  for (Finding& finding : confirmed_) result.findings.push_back(std::move(finding));
  for (Cycle& cycle : cycles_)
    if (!cycle.confirmed) result.predicted.push_back(std::move(cycle.finding));
  const auto order = [](const Finding& f) { return std::tuple(f.first_schedule, f.kind == "race", f.id); };
  std::ranges::sort(result.findings, {}, order);
  result.warnings = std::move(warnings_);
  result.unused_suppressions = suppressions_.Unused();
  result.coverage.patterns = patterns_.patterns();
  result.coverage.pairs = patterns_.pairs();
  result.coverage.tc = patterns_.Total([this](std::uint32_t site) { return names_.Lookup(site).variable; });
}

}  // namespace reweave::inline explore
