#include "explore/detection.h"

#include <algorithm>
#include <chrono>
#include <tuple>
#include <utility>

#include "base/interrupt.h"
#include "explore/target/one_run.h"

namespace reweave::inline explore {

using std::chrono::steady_clock;

namespace {
constexpr auto kConfirmTime = std::chrono::seconds(10), kRecoverTime = std::chrono::seconds(10);
constexpr std::size_t kMostLeads = 1000;  // of all parts
}  // namespace

Result<std::unique_ptr<Detection>> Detection::Create(const std::string& suppressions, bool defaults, SiteNames& names,
                                                     KeepSchedule keep) {
  RW_ASSIGN(auto book, Casebook::Create(suppressions, defaults, names, std::move(keep)));
  return std::unique_ptr<Detection>(new Detection(std::move(book)));
}

Result<bool> Detection::Observe(const Trace& trace, const RunFacts& facts, const Plan& plan, std::uint64_t schedule) {
  if (trace.sequential || trace.truncated) return false;
  const ObservedRun run{trace, plan, schedule, execution_};
  ++observed_;
  book_->BeginRun();
  RW_ASSIGN(const bool news, races_.Observe(run, facts.races, observed_));
  if (facts.thorough && !trace.failed()) cycles_.Observe(run);
  regions_.Observe(run, facts);
  RW_TRY(outcomes_.Observe(run, facts));
  printed_.Observe(run, facts);
  return news;
}

void Detection::ObserveStopped(const RunFacts& facts, const Plan& plan) {
  for (const detect::RacePair& pair : facts.races) {
    if (pair.potential || races_.Knows(pair.key()) || stopped_.size() >= kMostLeads) continue;
    const auto [lead, fresh] = stopped_.try_emplace(pair.key(), plan);
    if (fresh) lead->second.flags &= ~(abi::kPlanStopAtPrefixEnd | abi::kPlanStateKey);
  }
}

void Detection::AddStopped(std::vector<Plan>& leads) const {
  for (const auto& [key, plan] : stopped_)
    if (!races_.Knows(key) && std::ranges::find(leads, plan) == leads.end()) leads.push_back(plan);
}

Result<void> Detection::FollowStopped(const TargetOptions& options, const Failed& failed) {
  AddStopped(leads_);
  return Recover(options, failed);
}

// --- Confirmation ------------------------------------------------------------------------------------------------------

// The first run learns which locations are shared, the second one records them all.
Result<void> Detection::ObserveAgain(const Confirming& runs, const Finding& failure) {
  RW_ASSIGN(const Schedule schedule, ReadSchedule(failure.schedule_file));
  for (int i = 0; i < 2; ++i) {
    RW_ASSIGN(const auto run, runs.RunWithCalls(schedule.plan));
    if (!run || run->sequential) return {};
    if (i == 0 || run->end_kind() != schedule.end) continue;
    analyser_.Analyse(*run, facts_);
    book_->BeginRun();
    RW_TRY(races_.Observe({*run, schedule.plan, failure.first_schedule, execution_}, facts_.races, observed_));
  }
  return {};
}

Result<void> Detection::Confirm(TargetOptions options, const std::vector<Finding>& found, const Failed& failed,
                                steady_clock::time_point end_by) {
  if (races_.empty() && cycles_.empty() && printed_.empty() && found.empty()) return {};
  options.fallback = false;
  options.preamble_record |= abi::kRecordCall;
  RW_ASSIGN(const auto target, Target::Create(options));
  // Making schedules shorter and replaying them comes after it.
  const auto now = steady_clock::now();
  auto limit = now + kConfirmTime;
  if (end_by != steady_clock::time_point::max()) limit = std::min(limit, now + (end_by - now) / 3);
  const Confirming runs{*target, failed, [limit] { return steady_clock::now() < limit && !Interrupted(); }};
  for (const Finding& failure : found)
    if (runs.go_on() && failure.kind != FindingKind::kTimeout && failure.kind != FindingKind::kLivelock &&
        failure.subkind != "lost")
      RW_TRY(ObserveAgain(runs, failure));
  RW_TRY(races_.WriteMissing(runs.go_on));
  RW_TRY(races_.Confirm(runs));
  RW_TRY(cycles_.Confirm(runs, found));
  return printed_.Confirm(runs, outcomes_);
}

void Detection::Restarted() {
  races_.Restarted();
  regions_.Restarted();
  outcomes_.Restarted();
  printed_.Restarted();
}

void Detection::Finish(ExploreResult& result) {
  patterns_.Merge(analyser_.patterns());
  races_.Finish(result.findings, result.predicted);
  outcomes_.Finish(result.findings);
  cycles_.Finish(result.findings, result.predicted);
  const auto order = [](const Finding& f) { return std::tuple(f.first_schedule, f.kind == FindingKind::kRace, f.id); };
  std::ranges::sort(result.findings, {}, order);
  std::ranges::move(regions_.Finish(), std::back_inserter(result.warnings));
  printed_.Finish(result.warnings);
  result.unused_suppressions = book_->UnusedSuppressions();
  result.coverage.patterns = patterns_.patterns();
  result.coverage.pairs = patterns_.pairs();
  result.coverage.tc = patterns_.Total([this](std::uint32_t site) { return book_->names().Lookup(site).variable; });
}

// --- Saving ------------------------------------------------------------------------------------------------------------

void Detection::Save(StateWriter& out) const {
  std::vector<Plan> leads = leads_;
  races_.AddLeads(leads);
  cycles_.AddLeads(leads);
  printed_.AddLeads(leads);
  AddStopped(leads);
  out(races_.SeenFindings(), leads, regions_, outcomes_, printed_, observed_);
}

void Detection::Load(StateReader& in) {
  std::vector<Finding> seen;
  in(seen, leads_, regions_, outcomes_, printed_, observed_);
  for (Finding& race : seen) AddKnownRace(std::move(race));
}

void Detection::SaveForPart(StateWriter& out) const {
  out(std::vector<Finding>(), std::vector<Plan>(), RegionCollector(*book_), outcomes_.ForPart(), printed_.ForPart(),
      std::uint64_t{0});
}

// The part was loaded from what Save wrote: what it predicted are leads.
void Detection::Absorb(Detection& part) {
  races_.Absorb(part.races_);
  regions_.Absorb(part.regions_);
  outcomes_.Absorb(part.outcomes_);
  printed_.Absorb(part.printed_);
  for (Plan& lead : part.leads_)
    if (leads_.size() < kMostLeads && std::ranges::find(leads_, lead) == leads_.end()) leads_.push_back(std::move(lead));
  observed_ += part.observed_;
  AddCoverage(part.patterns_);
  AddCaveats(part.earlier_);
}

// The first run of a plan learns which locations are shared, the second one records them all.
Result<void> Detection::Recover(TargetOptions options, const Failed& failed) {
  if (leads_.empty()) return {};
  RW_ASSIGN(const auto target, Target::Create(options));
  const auto limit = std::min(steady_clock::now() + kRecoverTime, options.end);
  for (const Plan& lead : std::exchange(leads_, {})) {
    for (int i = 0; i < 2 && steady_clock::now() < limit && !Interrupted(); ++i) {
      RW_ASSIGN(const auto trace, RunOnce(*target, lead));
      if (!trace) break;
      if (trace->sequential) {
        target->Abandon();
        break;
      }
      HandOver(*trace, lead, failed);
      if (i == 0) continue;
      analyser_.Analyse(*trace, facts_);
      const ObservedRun run{*trace, lead, 0, execution_};
      book_->BeginRun();
      RW_TRY(races_.Observe(run, facts_.races, observed_));
      if (!trace->failed()) cycles_.Observe(run);
      printed_.Observe(run, facts_);
    }
  }
  return {};
}

}  // namespace reweave::inline explore
