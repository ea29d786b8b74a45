// Explorer's side of parts.
#include <algorithm>

#include "base/interrupt.h"
#include "explore/explorer_search.h"
#include "explore/search/saved_state.h"
#include "explore/search/splitting.h"

namespace reweave::inline explore {

namespace {
constexpr auto kAskEvery = std::chrono::milliseconds(200);

// The first of two numbers from 1; 0 is none.
std::uint64_t First(std::uint64_t a, std::uint64_t b) { return a == 0 || b == 0 ? std::max(a, b) : std::min(a, b); }
}  // namespace

void AddOccurrences(Finding& into, const Finding& other) {
  into.occurrences += other.occurrences;
  into.first_schedule = First(into.first_schedule, other.first_schedule);
  into.first_execution = First(into.first_execution, other.first_execution);
}

void MergeFindings(std::vector<Finding>& into, std::vector<Finding>&& more) {
  for (Finding& finding : more) {
    const auto known = std::ranges::find(into, finding.id, &Finding::id);
    if (known == into.end()) into.push_back(std::move(finding));
    else AddOccurrences(*known, finding);
  }
}

std::uint64_t Explorer::patterns() const { return workers_.empty() ? 0 : workers_[0]->analyser().patterns().patterns(); }

std::string Explorer::State() const {
  StateWriter out;
  out(whole_, result_.sequential);
  SaveState(out);
  return out.bytes();
}

std::optional<std::string> Explorer::Split() {
  Explorer part(options_);
  part.restarts_ = restarts_;
  part.shared_ = shared_;
  part.racing_ = racing_;
  const TargetOptions settled = SettledOptions();
  StateWriter out;
  out(false, false);
  Visit(out, part);
  out(part.open_, part.spent_, settled.isolation, settled.pool_threads, detect::PatternCoverage());
  if (detection_) detection_->SaveForPart(out);
  SplittingSearch* const search = AsSplitting(*strategy_);
  if (search == nullptr || !search->Split(out)) return std::nullopt;
  whole_ = false;
  return out.bytes();
}

Result<void> Explorer::LoadPart(const std::string& state) {
  StateReader in(state);
  in(whole_, result_.sequential);
  if (!LoadState(in)) return Fail(ErrorCategory::kInternal, "a part of a search cannot be read", {}, "its state is damaged");
  return {};
}

void Explorer::AskKeeper() {
  // A location raced for the first time: the next run will say that the search begins anew, and nothing may be given away before.
  if (strategy_->restarts() != restarts_) return;
  switch (keeper_->Ask(*this)) {
    case PartKeeper::Answer::kGoOn: break;
    case PartKeeper::Answer::kStop: Stop(StoppedBy::kInterrupted); break;
    case PartKeeper::Answer::kAbandon:
      abandoned_ = true;
      Stop(StoppedBy::kInterrupted);
      break;
  }
  next_ask_ = steady_clock::now() + kAskEvery;
}

Result<PartOutcome> Explorer::RunPart(const std::string& state, PartKeeper& keeper) {
  keeper_ = &keeper;
  RW_TRY(SetUp());
  if (!state.empty()) RW_TRY(LoadPart(state));
  RW_TRY(SetUpTargets());
  if (resumed_ && detection_) RW_TRY(detection_->Recover(SettledOptions()));
  start_ = last_end_ = last_status_ = next_ask_ = steady_clock::now();
  RW_TRY(AccountProbe());
  RW_TRY(SaveNews());
  if (!stopped_) RW_TRY(Search());
  PartOutcome out;
  out.stopped_by = result_.stopped_by;
  out.began_anew = began_anew_;
  out.abandoned = abandoned_;
  out.at_end = !began_anew_ && (result_.sequential || (out_of_plans_ && in_flight_ == 0));
  out.schedules = schedules_;
  out.runs = runs_;
  if (began_anew_) whole_ = true;
  out.state = State();
  return out;
}

// Both have no run out.
void Explorer::Absorb(Explorer& part) {
  runs_ += part.runs_;
  probes_ += part.probes_;
  schedules_ += part.schedules_;
  points_ += part.points_;
  unsupported_runs_ += part.unsupported_runs_;
  result_.diverged += part.result_.diverged;
  result_.cut_runs += part.result_.cut_runs;
  if (result_.cut.empty()) result_.cut = part.result_.cut;
  for (std::string& text : part.result_.unsupported)
    if (std::ranges::find(result_.unsupported, text) == result_.unsupported.end()) result_.unsupported.push_back(std::move(text));
  MergeFindings(result_.findings, std::move(part.result_.findings));
  MergeFindings(result_.timing, std::move(part.result_.timing));
  if (detection_) detection_->Absorb(*part.detection_);
  if (auto* search = AsSplitting(*strategy_)) search->AddCounts(*part.strategy_);
  saved_isolation_ = std::max(saved_isolation_, part.saved_isolation_);
  saved_pool_ = std::max(saved_pool_, part.saved_pool_);
}

Result<ExploreResult> Explorer::Finish(const std::vector<std::string>& states, const PartsEnd& end) {
  RW_TRY(SetUp());
  for (std::size_t i = 0; i < states.size(); ++i) {
    if (i == 0) {
      RW_TRY(LoadPart(states[i]));
      continue;
    }
    Explorer part(options_);
    RW_TRY(part.SetUp());
    RW_TRY(part.LoadPart(states[i]));
    Absorb(part);
  }
  open_.clear();
  RW_TRY(SetUpTargets());
  probe_ = nullptr;  // made only to choose the isolation level
  if (detection_) RW_TRY(detection_->Recover(SettledOptions()));
  start_ = last_end_ = last_status_ = steady_clock::now();
  spent_ = end.seconds;
  out_of_plans_ = end.stopped_by == StoppedBy::kExhausted || end.stopped_by == StoppedBy::kIncomplete;
  const bool exhausted = out_of_plans_ && strategy_->exhausted();
  Stop(end.stopped_by == StoppedBy::kExhausted && !exhausted ? StoppedBy::kIncomplete : end.stopped_by);
  return End();
}

Result<PartOutcome> ExplorePart(const ExploreOptions& options, const std::string& state, PartKeeper& keeper) {
  ExploreOptions own = options;
  own.jobs = 1;
  own.resume.clear();
  return Explorer(own).RunPart(state, keeper);
}

Result<ExploreResult> FinishParts(const ExploreOptions& options, const std::vector<std::string>& states, const PartsEnd& end) {
  ExploreOptions own = options;
  own.jobs = 1;
  own.resume.clear();
  return Explorer(own).Finish(states, end);
}

Result<bool> CanSplit(const ExploreOptions& options) {
  RW_ASSIGN(const auto strategy, MakeStrategy(options.strategy, options.strategy_options));
  return AsSplitting(*strategy) != nullptr;
}

}  // namespace reweave::inline explore
