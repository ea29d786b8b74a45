// Detection's part of --resume.
#include <algorithm>
#include <chrono>

#include "base/interrupt.h"
#include "explore/detection.h"
#include "explore/search/saved_state.h"
#include "explore/target/one_run.h"

namespace reweave {

using std::chrono::steady_clock;

namespace {
constexpr auto kRecoverTime = std::chrono::seconds(10);
}

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

}  // namespace reweave
