#include "explore/collect/outcomes.h"

#include <algorithm>
#include <set>
#include <utility>

#include "detect/findings.h"
#include "explore/schedule/schedule.h"

namespace reweave::inline collect {

namespace {

constexpr std::size_t kMostFindings = 64, kMostSuspects = 64;
constexpr std::uint64_t kSerialRuns = 32;

std::uint64_t Scramble(std::uint64_t h) {
  h *= 0x9e3779b97f4a7c15ull;
  return h ^ h >> 31;
}

// Digest of what the program called its outcome, thread by thread; nullopt if it said nothing.
std::optional<std::uint64_t> OutcomeOf(const Trace& trace) {
  std::optional<std::uint64_t> digest;
  for (const abi::Event& event : trace.events.records()) {
    if (event.kind != abi::EventKind::kAnnotate || event.value != static_cast<std::uint64_t>(abi::Annotation::kOutcome)) continue;
    digest = digest.value_or(0) + Scramble(event.value2 ^ static_cast<std::uint64_t>(event.site) << 32 ^ event.tid);
  }
  return digest;
}

bool Passed(const Trace& trace) { return trace.end_kind() == abi::EndKind::kPass; }

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

// --- Annotated regions -------------------------------------------------------------------------------------------------

void RegionCollector::Observe(const ObservedRun& run, const RunFacts& facts) {
  for (const detect::PatternInstance& instance : facts.broken) {
    Finding finding = detect::PatternFinding(run.trace, instance, book_.NamesFor(run.trace));
    const auto known = std::ranges::find(warnings_, finding.id, &Finding::id);
    if (known != warnings_.end()) {
      MarkAgain(*known, run);
    } else if (!book_.Suppressed(finding)) {
      MarkFirst(finding, run);
      finding.confirmed = true;
      warnings_.push_back(std::move(finding));
      book_.NoteKind("warning");
    }
  }
}

void RegionCollector::Restarted() { std::ranges::for_each(warnings_, ForgetCounts); }

std::vector<Finding> RegionCollector::Finish() {
  std::ranges::for_each(warnings_, AtLeastOnce);
  return std::move(warnings_);
}

// --- REWEAVE_OUTCOME ---------------------------------------------------------------------------------------------------

Result<void> OutcomeCollector::Observe(const ObservedRun& run, const RunFacts& facts) {
  if (run.trace.failed()) return {};
  const std::optional<std::uint64_t> outcome = OutcomeOf(run.trace);
  if (!outcome) return {};
  if (!usual_) usual_ = outcome;
  if (outcome == usual_) {
    for (const detect::PatternInstance& triple : facts.triples) usual_patterns_.insert(triple.key);
    return {};
  }
  for (const detect::PatternInstance& triple : facts.triples) {
    if (usual_patterns_.contains(triple.key)) continue;
    Finding finding = detect::PatternFinding(run.trace, triple, book_.NamesFor(run.trace));
    const auto known = std::ranges::find(findings_, finding.id, &Finding::id);
    if (known != findings_.end()) {
      MarkAgain(*known, run);
    } else if (findings_.size() < kMostFindings && !book_.Suppressed(finding)) {
      finding.message += "; the run had another outcome";
      MarkFirst(finding, run);
      RW_ASSIGN(finding.schedule_file, book_.WriteSchedule(run.trace, run.plan, finding));
      keys_[finding.id] = triple.key;
      findings_.push_back(std::move(finding));
      book_.NoteKind("atomicity");
    }
  }
  return {};
}

void OutcomeCollector::Restarted() { std::ranges::for_each(findings_, ForgetCounts); }

// Not those of which a later run with the usual outcome showed the pattern too.
void OutcomeCollector::Finish(std::vector<Finding>& findings) {
  for (Finding& finding : findings_) {
    if (usual_patterns_.contains(keys_[finding.id])) continue;
    AtLeastOnce(finding);
    findings.push_back(std::move(finding));
  }
}

bool OutcomeCollector::Has(const std::string& id) const {
  return std::ranges::find(findings_, id, &Finding::id) != findings_.end();
}

void OutcomeCollector::Absorb(OutcomeCollector& part) {
  MergeFindings(findings_, std::move(part.findings_));
  keys_.merge(part.keys_);
  usual_patterns_.merge(part.usual_patterns_);
  if (!usual_) usual_ = part.usual_;
  // A run elsewhere had the pattern and came to the usual outcome.
  std::erase_if(findings_, [&](const Finding& finding) {
    const auto key = keys_.find(finding.id);
    return key != keys_.end() && usual_patterns_.contains(key->second);
  });
}

OutcomeCollector OutcomeCollector::ForPart() const {
  OutcomeCollector part(book_);
  part.usual_ = usual_;
  return part;
}

// --- What is printed ---------------------------------------------------------------------------------------------------

void PrintedCollector::Observe(const ObservedRun& run, const RunFacts& facts) {
  if (!facts.settled || !Passed(run.trace) || !printed_.Observe(facts.printed, facts.triples)) return;
  for (const detect::PatternInstance& triple : facts.triples) {
    if (printed_.Usual(triple.key)) continue;
    const auto known = std::ranges::find(suspects_, triple.key, &Suspect::key);
    if (known != suspects_.end()) {
      MarkAgain(known->finding, run);
      continue;
    }
    if (suspects_.size() >= kMostSuspects) continue;
    Finding finding = detect::PatternFinding(run.trace, triple, book_.NamesFor(run.trace));
    finding.message += "; the run passed, but printed something else than runs that a serial order explains";
    MarkFirst(finding, run);
    suspects_.push_back({std::move(finding), triple.key, facts.printed, book_.Keep(run)});
  }
}

Result<void> PrintedCollector::Confirm(const Confirming& runs, const OutcomeCollector& others) {
  if (suspects_.empty() || printed_.varies()) return {};
  RW_TRY(RunSerially(runs));
  if (!printed_.Deterministic()) return {};
  for (Suspect& suspect : suspects_) {
    if (!runs.go_on()) break;
    const bool known =
        others.Has(suspect.finding.id) || std::ranges::find(confirmed_, suspect.finding.id, &Finding::id) != confirmed_.end();
    if (!known && suspect.evidence.trace && !printed_.Usual(suspect.key)) RW_TRY(ConfirmSuspect(runs, suspect));
  }
  return {};
}

Result<void> PrintedCollector::RunSerially(const Confirming& runs) {
  const Plan base = suspects_.front().evidence.plan;
  for (std::uint64_t seed = 1; seed <= kSerialRuns && !printed_.varies() && runs.go_on(); ++seed) {
    RW_ASSIGN(const auto run, runs.Run(SerialPlan(base, seed)));
    if (!run || run->truncated || !Passed(*run)) continue;
    beside_.Analyse(*run, facts_);
    if (facts_.settled) printed_.Observe(facts_.printed, facts_.triples);
  }
  return {};
}

Result<void> PrintedCollector::ConfirmSuspect(const Confirming& runs, Suspect& suspect) {
  const Plan plan = PlanFromTrace(*suspect.evidence.trace, suspect.evidence.plan);
  RW_ASSIGN(const auto run, runs.Run(plan));
  if (!run || !Passed(*run)) return {};
  beside_.Analyse(*run, facts_);
  const auto shown = std::ranges::find(facts_.triples, suspect.key, &detect::PatternInstance::key);
  if (facts_.printed != suspect.printed || shown == facts_.triples.end() || book_.Suppressed(suspect.finding)) return {};
  book_.NamesFor(*run);
  RW_ASSIGN(suspect.finding.schedule_file, book_.WriteSchedule(*run, plan, suspect.finding));
  suspect.finding.confirmed = true;
  confirmed_.push_back(std::move(suspect.finding));
  return {};
}

void PrintedCollector::Restarted() {
  for (Suspect& suspect : suspects_) ForgetCounts(suspect.finding);
}

// One for each variable: what is told of a run that passed should be short.
void PrintedCollector::Finish(std::vector<Finding>& warnings) {
  std::set<std::string> told;
  for (Finding& warning : confirmed_)
    if (told.insert(warning.sites.empty() ? warning.id : warning.sites.front().position.variable).second)
      warnings.push_back(std::move(warning));
}

void PrintedCollector::AddLeads(std::vector<Plan>& leads) const {
  for (const Suspect& suspect : suspects_)
    if (suspect.evidence.trace) leads.push_back(PlanFromTrace(*suspect.evidence.trace, suspect.evidence.plan));
}

PrintedCollector PrintedCollector::ForPart() const {
  PrintedCollector part(book_);
  part.printed_ = printed_.ForPart();
  return part;
}

}  // namespace reweave::inline collect
