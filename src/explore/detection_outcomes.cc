// Detection's part that tells patterns by what runs print and how they exit.
#include <algorithm>
#include <chrono>

#include "detect/findings.h"
#include "explore/detection.h"
#include "explore/target/one_run.h"

namespace reweave::inline explore {

using std::chrono::steady_clock;

namespace {

constexpr std::size_t kMostSuspects = 64;
constexpr std::uint64_t kSerialRuns = 32;

bool EndedByItself(const Trace& trace) {
  return trace.end_kind() == abi::EndKind::kPass || trace.end_kind() == abi::EndKind::kExit;
}

// Each thread runs as far as it can, in an order drawn by the seed.
Plan SerialPlan(const Plan& ran, std::uint64_t seed) {
  Plan plan = ran;
  plan.segments.clear();
  plan.outcomes.clear();
  plan.tail = abi::TailPolicy::kPct;
  plan.pct_depth = 1;
  plan.runs = 1;
  plan.seed = seed;
  plan.start = plan.save_as = 0;
  plan.flags = 0;
  return plan;
}

}  // namespace

void Detection::ObservePrinted(const Trace& trace, const RunFacts& facts, const Plan& plan, std::uint64_t schedule) {
  if (!facts.settled || !EndedByItself(trace) || !printed_.Observe(facts.printed, facts.triples)) return;
  for (const detect::PatternInstance& triple : facts.triples) {
    if (printed_.Usual(triple.key)) continue;
    const auto known = std::ranges::find(suspects_, triple.key, &Suspect::key);
    if (known != suspects_.end()) {
      if (counting_ && schedule != 0 && ++known->finding.occurrences == 1) known->finding.first_schedule = schedule;
      continue;
    }
    if (suspects_.size() >= kMostSuspects) continue;
    names_.Use(trace);
    Finding finding = detect::PatternFinding(trace, triple, names_);
    finding.message += "; the run came to another output or exit status than serialisable ones";
    finding.first_schedule = schedule, finding.occurrences = counting_ && schedule != 0;
    finding.first_execution = execution_;
    suspects_.push_back({std::move(finding), triple.key, facts.printed, Keep(trace, plan)});
  }
}

// Runs the threads one after the other in several orders, to see whether the program prints the same whenever nothing is
// interleaved; then what printed something else, once more.
Result<void> Detection::ConfirmPrinted(Target& target, const std::function<bool()>& go_on, const Failed& failed) {
  RunAnalyser analyser;  // of runs that are none of the search's
  RunFacts facts;
  if (suspects_.empty() || printed_.varies()) return {};
  const Plan base = suspects_.front().evidence.plan;
  for (std::uint64_t seed = 1; seed <= kSerialRuns && !printed_.varies(); ++seed) {
    if (!go_on()) return {};
    const Plan plan = SerialPlan(base, seed);
    RW_ASSIGN(const auto run, RunOnce(target, plan));
    if (run && run->failed()) failed(*run, plan);
    if (!run || run->truncated || !EndedByItself(*run)) continue;
    analyser.Analyse(*run, facts);
    if (facts.settled) printed_.Observe(facts.printed, facts.triples);
  }
  if (!printed_.Deterministic()) return {};
  for (Suspect& suspect : suspects_) {
    const auto same_id = [&](const Finding& other) { return other.id == suspect.finding.id; };
    if (!go_on() || !suspect.evidence.trace || printed_.Usual(suspect.key) || std::ranges::any_of(atomicity_, same_id) ||
        std::ranges::any_of(confirmed_, same_id))
      continue;
    const Plan plan = PlanFromTrace(*suspect.evidence.trace, suspect.evidence.plan);
    RW_ASSIGN(const auto run, RunOnce(target, plan));
    if (run && run->failed()) failed(*run, plan);
    if (!run || !EndedByItself(*run)) continue;
    analyser.Analyse(*run, facts);
    if (facts.printed != suspect.printed ||
        std::ranges::find(facts.triples, suspect.key, &detect::PatternInstance::key) == facts.triples.end())
      continue;
    names_.Use(*run);
    if (suppressions_.Matches(suspect.finding)) continue;
    RW_ASSIGN(suspect.finding.schedule_file, keep_(*run, plan, suspect.finding, std::nullopt));
    confirmed_.push_back(std::move(suspect.finding));
  }
  return {};
}

}  // namespace reweave::inline explore
