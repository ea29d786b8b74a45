// Detection's part of --resume.
#include <algorithm>
#include <chrono>

#include "base/interrupt.h"
#include "explore/detection.h"
#include "explore/part.h"
#include "explore/search/saved_state.h"
#include "explore/target/one_run.h"

namespace reweave::inline explore {

using std::chrono::steady_clock;

namespace {
constexpr auto kRecoverTime = std::chrono::seconds(10);
constexpr std::size_t kMostLeads = 1000;  // of all parts
}  // namespace

std::size_t Detection::found() const {
  return atomicity_.size() + static_cast<std::size_t>(std::ranges::count(races_, false, &Race::potential));
}

void Detection::Save(StateWriter& out) const {
  std::vector<Finding> seen;
  std::vector<Plan> leads = leads_;
  const auto lead = [&](const Evidence& evidence) {
    if (evidence.trace) leads.push_back(PlanFromTrace(*evidence.trace, evidence.plan));
  };
  for (const Race& race : races_) {
    if (!race.potential) seen.push_back(race.finding);
    lead(race.evidence);
  }
  for (const Cycle& cycle : cycles_) lead(cycle.evidence);
  for (const Suspect& suspect : suspects_) lead(suspect.evidence);
  out(seen, leads, warnings_, atomicity_, atomicity_key_, usual_outcome_, usual_triples_, printed_, observed_);
}

void Detection::Load(StateReader& in) {
  std::vector<Finding> seen;
  in(seen, leads_, warnings_, atomicity_, atomicity_key_, usual_outcome_, usual_triples_, printed_, observed_);
  for (Finding& race : seen) AddKnownRace(std::move(race));
}

void Detection::SaveForPart(StateWriter& out) const {
  const std::vector<Finding> none;
  out(none, std::vector<Plan>(), none, none, std::unordered_map<std::string, std::uint64_t>(), usual_outcome_,
      std::unordered_set<std::uint64_t>(), printed_.ForPart(), std::uint64_t{0});
}

// The part was loaded from what Save wrote: what it predicted are leads.
void Detection::Absorb(Detection& part) {
  for (Race& race : part.races_) {
    const auto known = by_id_.find(race.finding.id);
    if (known == by_id_.end()) AddKnownRace(std::move(race.finding));
    else AddOccurrences(races_[known->second].finding, race.finding);
  }
  MergeFindings(warnings_, std::move(part.warnings_));
  MergeFindings(atomicity_, std::move(part.atomicity_));
  for (Plan& lead : part.leads_)
    if (leads_.size() < kMostLeads && std::ranges::find(leads_, lead) == leads_.end()) leads_.push_back(std::move(lead));
  atomicity_key_.merge(part.atomicity_key_);
  usual_triples_.merge(part.usual_triples_);
  if (!usual_outcome_) usual_outcome_ = part.usual_outcome_;
  // A run elsewhere had the pattern and came to the usual outcome.
  std::erase_if(atomicity_, [&](const Finding& finding) {
    const auto key = atomicity_key_.find(finding.id);
    return key != atomicity_key_.end() && usual_triples_.contains(key->second);
  });
  printed_.Absorb(part.printed_);
  observed_ += part.observed_;
  AddCoverage(part.patterns_);
}

void Detection::AddKnownRace(Finding race) {
  if (!by_id_.try_emplace(race.id, races_.size()).second) return;
  races_.push_back({.finding = std::move(race), .pair = {}, .evidence = {}});
}

// The first run of a plan learns which locations are shared, the second one records them all.
Result<void> Detection::Recover(TargetOptions options) {
  if (leads_.empty()) return {};
  RW_ASSIGN(const auto target, Target::Create(std::move(options)));
  const auto limit = steady_clock::now() + kRecoverTime;
  counting_ = false;
  for (const Plan& lead : std::exchange(leads_, {})) {
    Trace trace;
    for (int i = 0; i < 2 && steady_clock::now() < limit && !Interrupted(); ++i) {
      target->set_deadline(steady_clock::now() + kOneRunTime);
      RW_TRY(target->Submit(lead));
      RW_ASSIGN(const Target::Status status, target->NextRun(trace));
      if (status != Target::Status::kRun || trace.sequential) {
        target->Abandon();
        break;
      }
      if (i == 0) continue;
      analyser_.Analyse(trace, facts_);
      RW_TRY(ObserveRaces(trace, facts_, lead, 0));
      if (!trace.failed()) ObserveLocks(trace, lead, 0);
      ObservePrinted(trace, facts_, lead, 0);
    }
  }
  counting_ = true;
  return {};
}

}  // namespace reweave::inline explore
