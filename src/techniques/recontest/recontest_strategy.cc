#include "techniques/recontest/recontest_strategy.h"

#include <fmt/format.h>

#include <algorithm>

#include "detect/reorder.h"
#include "techniques/recontest/feasible.h"

namespace reweave::recontest {

using recontest::Approach;
using recontest::Candidate;

namespace {

constexpr int kMostRuns = 3;                 // of a candidate
constexpr std::size_t kMostFlips = 256;
constexpr std::size_t kMostInstances = 128;
constexpr std::size_t kMostLookedAt = 512;   // beyond that many, a race waits for its own run
constexpr std::uint32_t kAbsent = ~0u;

std::uint64_t Spot(std::uint16_t thread, std::uint32_t site) { return static_cast<std::uint64_t>(thread) << 32 | site; }
// What a run did, as an order that OrderToPlan takes.
std::vector<std::uint32_t> Executed(const Trace& trace) {
  std::vector<std::uint32_t> out;
  for (std::uint32_t i = 0; i < trace.events.size(); ++i)
    if (IsPoint(trace.events[i]) || IsPlainAccess(trace.events[i].kind)) out.push_back(i);
  return out;
}
bool IsAnchorKind(abi::EventKind kind) {
  using enum abi::EventKind;
  return kind == kRead || kind == kWrite || kind == kAtomicRead || kind == kAtomicWrite || kind == kAtomicRmw;
}

}  // namespace

RecontestStrategy::RecontestStrategy(const StrategyOptions& options, std::shared_ptr<const recontest::Analysis> analysis)
    : options_(options), analysis_(std::move(analysis)), recorded_(analysis_->new_trace) {
  const auto& selection = analysis_->selection;
  outcome_.candidates_pta = selection.candidates_pta;
  outcome_.candidates_selected = selection.candidates.size();
  outcome_.feasible = selection.feasible;
  outcome_.fresh = selection.remaining();
  outcome_.accesses = analysis_->runs.new_run.accesses.size();
  outcome_.impacted = analysis_->impact.fresh + analysis_->impact.changed;
  outcome_.flags = analysis_->flags();
  statuses_.assign(analysis_->ranked.size(), Status::kOpen);
  std::unordered_map<std::uint64_t, std::uint32_t> count;
  for (const abi::Event& event : recorded_->events) {
    std::uint32_t& before = count[Spot(event.tid, event.site)];
    occurrences_.push_back(before);
    before += IsAnchorKind(event.kind);
  }
  starts_recorded_ = recorded_->failed() || analysis_->new_lock_order;
  AddWork();
  AddFlips();
  AddInstances();
  outcome_.hands_over = work_.empty() && !starts_recorded_ &&
                        (outcome_.impacted > 0 || (analysis_->versions && analysis_->versions->sync_changed()));
}

// --- What is to be tried -------------------------------------------------------------------------------------------------

RecontestStrategy::Anchor RecontestStrategy::AnchorOf(std::uint32_t access) const {
  const recontest::Access& a = analysis_->runs.new_run.accesses[access];
  const std::size_t before = recorded_->preamble ? recorded_->preamble->events.size() : 0;
  Anchor anchor;
  if (a.event < before) return anchor;  // ran before the first thread: thread 0, ordinal 0
  const abi::Event& event = recorded_->events[a.event - before];
  anchor.thread = event.tid, anchor.site = event.site, anchor.ordinal = event.ordinal;
  anchor.occurrence = occurrences_[a.event - before];
  return anchor;
}

void RecontestStrategy::AddWork() {
  for (std::uint32_t r = 0; r < analysis_->ranked.size(); ++r) {
    const Candidate& candidate = analysis_->selection.candidates[analysis_->ranked[r]];
    Work work;
    work.ranked = r;
    for (std::uint32_t i = 0; i < candidate.length; ++i) work.anchors.push_back(AnchorOf(candidate.accesses[i]));
    if (std::ranges::any_of(work.anchors, [](const Anchor& anchor) { return anchor.ordinal == 0; })) {
      statuses_[r] = Status::kBlocked;
      continue;
    }
    work.approaches = candidate.length == 2 ? std::vector{Approach::kSideBySide, Approach::kGatherFirst, Approach::kInTurn}
                                            : std::vector{Approach::kAsRecorded, Approach::kInTurn};
    work_.push_back(work);
    if (candidate.length != 2) continue;
    std::ranges::reverse(work.anchors);  // the other order of a race matters as much
    work_.push_back(std::move(work));
  }
}

// Accesses that a common lock keeps apart but nothing orders: the run had them one way, try the other. No pattern of the paper;
// it shows what an impacted access does too early or too late.
void RecontestStrategy::AddFlips() {
  const auto& run = analysis_->runs.new_run;
  const auto& impact = analysis_->impact;
  const recontest::Feasibility feasible(analysis_->runs.names, run);
  std::size_t added = 0;
  std::unordered_map<std::uint64_t, int> seen;
  for (const Candidate& candidate : analysis_->selection.candidates) {
    if (candidate.length != 2 || candidate.feasible || added >= kMostFlips) continue;
    const std::uint32_t a = candidate.accesses[0], b = candidate.accesses[1];
    if (feasible.HappensBefore(a, b) || feasible.HappensBefore(b, a)) continue;
    if (impact.partner[a] != recontest::kNoPartner && impact.partner[b] != recontest::kNoPartner && impact.reasons[a] == 0 &&
        impact.reasons[b] == 0)
      continue;
    if (seen[recontest::Scramble(run.accesses[a].statement) ^ run.accesses[b].statement]++ != 0) continue;
    Work work;
    work.anchors = {AnchorOf(b), AnchorOf(a)};
    if (work.anchors[0].ordinal == 0 || work.anchors[1].ordinal == 0) continue;
    work.approaches = {Approach::kAsRecorded, Approach::kInTurn};
    work_.push_back(std::move(work));
    ++added;
  }
}

// The same statements in other threads or rounds: what they find there may be what fails (the last seat, not the first).
void RecontestStrategy::AddInstances() {
  std::vector<bool> ranked(analysis_->selection.candidates.size());
  for (const std::uint32_t i : analysis_->ranked) ranked[i] = true;
  std::size_t added = 0;
  for (std::size_t i = 0; i < ranked.size() && added < kMostInstances; ++i) {
    const Candidate& candidate = analysis_->selection.candidates[i];
    if (ranked[i] || !candidate.feasible || candidate.preexisting) continue;
    Work work;
    for (std::uint32_t k = 0; k < candidate.length; ++k) work.anchors.push_back(AnchorOf(candidate.accesses[k]));
    if (std::ranges::any_of(work.anchors, [](const Anchor& anchor) { return anchor.ordinal == 0; })) continue;
    work.approaches = {candidate.length == 2 ? Approach::kSideBySide : Approach::kAsRecorded};
    ++added;
    work_.push_back(work);
    if (candidate.length != 2) continue;
    std::ranges::reverse(work.anchors);
    work_.push_back(std::move(work));
  }
}

// --- Plans ---------------------------------------------------------------------------------------------------------------

Plan RecontestStrategy::WithOrder(const Trace& basis, const std::vector<std::uint32_t>& order) const {
  detect::PlannedOrder planned = detect::OrderToPlan(basis, order);
  return WithPlanned(std::move(planned.segments), std::move(planned.outcomes));
}

Plan RecontestStrategy::WithPlanned(std::vector<abi::Segment> segments, std::vector<abi::OutcomeChoice> outcomes) const {
  Plan plan = options_.base;
  plan.segments = std::move(segments);
  plan.outcomes = std::move(outcomes);
  plan.tail = abi::TailPolicy::kStay;
  plan.granularity = abi::Granularity::kAll;  // the accesses of a pattern must be places to stop at, known to be shared or not
  plan.record |= abi::kRecordSync | abi::kRecordAccess | abi::kRecordAllAccess;
  plan.seed = options_.seed;
  plan.runs = 1;
  return plan;
}

std::optional<Plan> RecontestStrategy::PlanFor(Attempt& attempt) {
  const Work& work = work_[attempt.work];
  const std::vector<std::uint32_t> anchors = Find(SpotsOf(*attempt.basis), work.anchors);
  if (std::ranges::find(anchors, kAbsent) != anchors.end()) return std::nullopt;
  const auto order = recontest::GuidedOrder(*attempt.basis, anchors, work.approaches[attempt.approach]);
  if (!order) return std::nullopt;
  return WithOrder(*attempt.basis, *order);
}

std::optional<Plan> RecontestStrategy::Solved(std::size_t number) {
  const Work& work = work_[number];
  const std::vector<std::uint32_t> anchors = Find(SpotsOf(*recorded_), work.anchors);
  if (std::ranges::find(anchors, kAbsent) != anchors.end()) return std::nullopt;
  if (!solver_) solver_.emplace(recorded_);
  auto schedule = solver_->Solve(anchors);
  if (!schedule) return std::nullopt;
  ++outcome_.solver_plans;
  return WithPlanned(std::move(schedule->segments), std::move(schedule->outcomes));
}

std::optional<Plan> RecontestStrategy::Next() {
  if (std::exchange(starts_recorded_, false)) return WithOrder(*recorded_, {});
  while (true) {
    if (!current_) {
      while (next_ < work_.size() && work_[next_].ranked != ~0u && statuses_[work_[next_].ranked] != Status::kOpen &&
             work_[next_].anchors.size() != 2)
        ++next_;  // an earlier run showed it
      if (next_ >= work_.size()) return NextAgain();
      current_ = Attempt{next_++, 0, 0, false, false, false, recorded_};
    }
    if (current_->runs < kMostRuns) {
      std::optional<Plan> plan =
          current_->catches_up ? WithOrder(*current_->basis, Executed(*current_->basis)) : PlanFor(*current_);
      if (plan) return ++current_->runs, plan;
    }
    // The simulation got stuck: another way to go about it.
    if (!current_->catches_up && ++current_->approach < work_[current_->work].approaches.size()) continue;
    const std::size_t number = current_->work;
    Settle(number, current_->runs == 0 ? Status::kBlocked : Status::kDiverged, nullptr);
    current_.reset();
    if (auto plan = Solved(number)) {
      current_ = Attempt{number, 0, kMostRuns, false, true, true, recorded_};
      return plan;
    }
  }
}

std::optional<Plan> RecontestStrategy::NextAgain() {
  while (next_again_ < again_.size()) {
    const auto [number, approach] = again_[next_again_++];
    const Work& work = work_[number];
    if (statuses_[work.ranked] != Status::kDiverged) continue;
    if (const auto order = recontest::GuidedOrder(*recorded_, Find(SpotsOf(*recorded_), work.anchors), approach)) {
      current_ = Attempt{number, 0, kMostRuns, false, true, false, recorded_};
      return WithOrder(*recorded_, *order);
    }
  }
  return std::nullopt;
}

// --- Runs ----------------------------------------------------------------------------------------------------------------

RecontestStrategy::Spots RecontestStrategy::SpotsOf(const Trace& trace) const {
  Spots out;
  for (const Work& work : work_)
    for (const Anchor& anchor : work.anchors) out[Spot(anchor.thread, anchor.site)];
  for (std::uint32_t i = 0; i < trace.events.size(); ++i) {
    const abi::Event& event = trace.events[i];
    if (!IsAnchorKind(event.kind)) continue;
    if (const auto spot = out.find(Spot(event.tid, event.site)); spot != out.end()) spot->second.push_back(i);
  }
  return out;
}

std::vector<std::uint32_t> RecontestStrategy::Find(const Spots& spots, const std::vector<Anchor>& anchors) {
  std::vector<std::uint32_t> out;
  for (const Anchor& anchor : anchors) {
    const auto spot = spots.find(Spot(anchor.thread, anchor.site));
    out.push_back(spot != spots.end() && anchor.occurrence < spot->second.size() ? spot->second[anchor.occurrence] : kAbsent);
  }
  return out;
}

// A run that failed just before the last access showed the order as well: that access could only have come after the others.
bool RecontestStrategy::InOrder(const Trace& trace, const Spots& spots, const Work& work) {
  const std::vector<std::uint32_t> found = Find(spots, work.anchors);
  if (!std::ranges::is_sorted(found)) return false;
  const auto missing = static_cast<std::size_t>(std::ranges::count(found, kAbsent));
  return missing == 0 || (missing == 1 && trace.failed() && found.size() > 2);
}

// A race is two accesses that nothing orders, whichever came first.
bool RecontestStrategy::Shows(const Trace& trace, const Spots& spots, const Work& work) {
  if (InOrder(trace, spots, work)) return true;
  if (work.ranked == ~0u || work.anchors.size() != 2) return false;
  const std::vector<std::uint32_t> found = Find(spots, work.anchors);
  if (found[0] == kAbsent || found[1] == kAbsent) return false;
  return detect::AreConcurrent(trace, detect::NameOf(trace.events[found[0]]), detect::NameOf(trace.events[found[1]]));
}

void RecontestStrategy::Observe(const Plan&, const Trace& trace) {
  if (!current_) return;
  Attempt& attempt = *current_;
  const std::size_t number = attempt.work;
  const Spots spots = SpotsOf(trace);
  const bool seen = Shows(trace, spots, work_[number]), left = trace.end_kind() == abi::EndKind::kDiverged;
  SettleOthers(trace, spots, number);
  outcome_.solver_confirmed += seen && attempt.solved;
  if (seen) {
    Settle(number, trace.failed() ? Status::kFailure : Status::kConfirmed, &trace);
    current_.reset();
  } else if (attempt.again) {
    current_.reset();
  } else if (trace.failed() || (attempt.catches_up && left)) {  // a failure on the way is reported as any other
    Settle(number, Status::kDiverged, nullptr);
    current_.reset();
  } else {
    // A thread went elsewhere: the run is done up to there and left to the default policy; then it is the one to plan from.
    attempt.basis = std::make_shared<const Trace>(trace);
    attempt.catches_up = left;
    attempt.approach = 0;
  }
}

void RecontestStrategy::SettleOthers(const Trace& trace, const Spots& spots, std::size_t except) {
  for (std::size_t w = 0; w < work_.size(); ++w) {
    const Work& work = work_[w];
    if (w == except || work.ranked == ~0u) continue;
    if (const Status known = statuses_[work.ranked]; known == Status::kConfirmed || known == Status::kFailure) continue;
    if (work.anchors.size() == 2 && work_.size() > kMostLookedAt) continue;
    if (Shows(trace, spots, work)) Settle(w, trace.failed() ? Status::kFailure : Status::kConfirmed, &trace);
  }
}

void RecontestStrategy::Settle(std::size_t number, Status status, const Trace* trace) {
  const Work& work = work_[number];
  if (work.ranked == ~0u) return;
  Status& known = statuses_[work.ranked];
  const bool was_confirmed = known == Status::kConfirmed || known == Status::kFailure;
  if (was_confirmed && status != Status::kFailure) return;
  if (known == Status::kFailure) return;
  const auto count = [this](Status s) -> std::uint64_t* {
    switch (s) {
      case Status::kConfirmed: return &outcome_.confirmed_passing;
      case Status::kFailure: return &outcome_.confirmed_failing;
      case Status::kDiverged: return &outcome_.diverged;
      case Status::kBlocked: return &outcome_.blocked;
      default: return nullptr;
    }
  };
  if (std::uint64_t* before = count(known)) --*before;
  known = status;
  if (std::uint64_t* now = count(status)) ++*now;
  if (status == Status::kDiverged && work.anchors.size() > 2)
    for (const Approach approach : {Approach::kGatherFirst, Approach::kHeldEarlier}) again_.emplace_back(number, approach);
  outcome_.confirmed = outcome_.confirmed_passing + outcome_.confirmed_failing;
  if (trace != nullptr && status == Status::kConfirmed && work.anchors.size() > 2) warnings_.push_back(WarningFor(work.ranked));
}

Finding RecontestStrategy::WarningFor(std::uint32_t ranked) const {
  const Candidate& candidate = analysis_->selection.candidates[analysis_->ranked[ranked]];
  Finding finding;
  finding.kind = FindingKind::kAtomicity;
  finding.subkind = fmt::format("P{}", candidate.pattern);
  recontest::Key id{candidate.pattern, 0x7265636f6e74657ull};
  std::string order;
  for (std::uint32_t i = 0; i < candidate.length; ++i) {
    const recontest::Access& access = analysis_->runs.new_run.accesses[candidate.accesses[i]];
    id = recontest::Mix(id, analysis_->runs.names.statements[access.statement]);
    const recontest::AccessReport report = Describe(candidate.accesses[i]);
    order += fmt::format("{}{} in thread {}", i == 0 ? "" : ", ", report.access, report.thread);
    FindingSite site;
    site.position.file = report.file, site.position.line = report.line, site.position.function = report.function;
    site.thread = access.thread, site.thread_path = report.thread;
    site.role =
        report.access +
        (report.verdict == "unaffected" ? "" : " (" + report.verdict + (report.why.empty() ? ")" : ": " + report.why + ")"));
    finding.sites.push_back(std::move(site));
  }
  finding.id = fmt::format("{:016x}", id.low ^ id.high);
  finding.message = fmt::format("the change made this order possible, which no order of the two units gives: {}", order);
  finding.confirmed = true;
  finding.is_new = true;
  return finding;
}

// A failure in an interleaving of the new version alone: the old one's are taken for good. Of a race it is known which are new.
std::optional<bool> RecontestStrategy::IsNew(const Finding& finding) const {
  if (finding.kind != FindingKind::kRace) return true;
  std::vector<std::string> places;
  for (const FindingSite& site : finding.sites)
    if (site.role.starts_with("read") || site.role.starts_with("write") || site.role.starts_with("atomic"))
      places.push_back(fmt::format("{}:{}", site.position.file, site.position.line));
  if (places.size() < 2) return true;
  return NewRaces().contains(std::minmax(places[0], places[1]));
}

AccessReport RecontestStrategy::Describe(std::uint32_t access) const {
  if (!describe_) describe_.emplace(*analysis_);
  return describe_->Report(access);
}

const std::set<std::pair<std::string, std::string>>& RecontestStrategy::NewRaces() const {
  if (new_races_) return *new_races_;
  new_races_.emplace();
  std::unordered_map<std::uint64_t, std::string> places;  // by site and caller
  const auto place = [&](std::uint32_t n) -> const std::string& {
    const recontest::Access& access = analysis_->runs.new_run.accesses[n];
    std::string& known = places[static_cast<std::uint64_t>(access.site) << 32 | access.caller];
    if (known.empty()) {
      const AccessReport report = Describe(n);
      known = fmt::format("{}:{}", report.file, report.line);
    }
    return known;
  };
  for (const Candidate& candidate : analysis_->selection.candidates)
    if (candidate.length == 2 && candidate.feasible && !candidate.preexisting)
      new_races_->insert(std::minmax(place(candidate.accesses[0]), place(candidate.accesses[1])));
  return *new_races_;
}

std::string RecontestStrategy::progress() const {
  return fmt::format("candidate {} of {}, {} confirmed", std::min(next_, work_.size()), work_.size(), outcome_.confirmed);
}

std::unique_ptr<Strategy> MakeRecontestStrategy(const StrategyOptions& options) {
  auto analysis = options.inputs.Get<recontest::Analysis>();
  if (analysis == nullptr) return nullptr;
  return std::make_unique<RecontestStrategy>(options, std::move(analysis));
}

}  // namespace reweave::recontest
