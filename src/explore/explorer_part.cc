// Explorer's side of parts.
#include <algorithm>

#include "base/interrupt.h"
#include "explore/explorer_search.h"
#include "explore/search/saved_state.h"
#include "explore/search/splitting.h"

namespace reweave::inline explore {

namespace {
constexpr auto kAskEvery =
    std::chrono::milliseconds(10);  // shorter than any beat of a worker, which decides what is asked of the store
}  // namespace

std::uint64_t Explorer::patterns() const { return workers_.empty() ? 0 : workers_[0]->analyser().patterns().patterns(); }

std::string Explorer::State() const {
  StateWriter out;
  out(part_.whole, result_.sequential);
  SaveState(out);
  return out.bytes();
}

std::optional<std::string> Explorer::Split() {
  Explorer part(options_);
  part.counts_.restarts = counts_.restarts;
  part.shared_ = shared_;
  part.racing_ = racing_;
  const TargetOptions settled = SettledOptions();
  StateWriter out;
  out(false, false);
  Visit(out, part);
  out(part.open_, part.resumed_.spent, settled.isolation, settled.pool_threads, detect::PatternCoverage(), detect::Caveats());
  if (detection_) detection_->SaveForPart(out);
  SplittingSearch* const search = AsSplitting(*strategy_);
  if (search == nullptr || !search->Split(out)) return std::nullopt;
  part_.whole = false;
  return out.bytes();
}

Result<void> Explorer::LoadPart(const std::string& state) {
  StateReader in(state);
  in(part_.whole, result_.sequential);
  if (!LoadState(in)) return Fail(ErrorCategory::kInternal, "a part of a search cannot be read", {}, "its state is damaged");
  return {};
}

void Explorer::AskKeeper() {
  // A location raced for the first time: the next run will say that the search begins anew, and nothing may be given away before.
  if (strategy_->restarts() != counts_.restarts) return;
  switch (part_.keeper->Ask(*this)) {
    case PartKeeper::Answer::kGoOn: break;
    case PartKeeper::Answer::kStop: Stop(StoppedBy::kInterrupted); break;
    case PartKeeper::Answer::kAbandon:
      part_.abandoned = true;
      Stop(StoppedBy::kInterrupted);
      break;
  }
  part_.next_ask = steady_clock::now() + kAskEvery;
}

Result<PartOutcome> Explorer::RunPart(const std::string& state, PartKeeper& keeper) {
  part_.keeper = &keeper;
  RW_TRY(SetUp());
  if (!state.empty()) RW_TRY(LoadPart(state));
  part_.had = counts_.schedules;
  RW_TRY(SetUpTargets());
  RW_TRY(Recover());
  start_ = last_end_ = last_status_ = part_.next_ask = steady_clock::now();
  RW_TRY(AccountProbe());
  RW_TRY(SaveNews());
  if (!stopped_) RW_TRY(Search());
  PartOutcome out;
  out.stopped_by = result_.stopped_by;
  out.began_anew = part_.began_anew;
  out.abandoned = part_.abandoned;
  out.at_end = !part_.began_anew && (result_.sequential || (out_of_plans_ && in_flight_ == 0));
  out.schedules = schedules();
  out.runs = counts_.runs;
  if (part_.began_anew) part_.whole = true;
  out.state = State();
  return out;
}

// Both have no run out.
void Explorer::Absorb(Explorer& part) {
  counts_.runs += part.counts_.runs;
  counts_.probes += part.counts_.probes;
  counts_.schedules += part.counts_.schedules;
  counts_.points += part.counts_.points;
  counts_.unsupported_runs += part.counts_.unsupported_runs;
  result_.diverged += part.result_.diverged;
  result_.cut_runs += part.result_.cut_runs;
  if (result_.cut.empty()) result_.cut = part.result_.cut;
  for (std::string& text : part.result_.unsupported)
    if (std::ranges::find(result_.unsupported, text) == result_.unsupported.end()) result_.unsupported.push_back(std::move(text));
  findings_.Absorb(part.findings_);
  if (detection_) detection_->Absorb(*part.detection_);
  if (auto* search = AsSplitting(*strategy_)) search->AddCounts(*part.strategy_);
  resumed_.isolation = std::max(resumed_.isolation, part.resumed_.isolation);
  resumed_.pool = std::max(resumed_.pool, part.resumed_.pool);
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
  if (probe_) names_.Use(probe_->trace);
  probe_ = nullptr;  // made only to choose the isolation level
  RW_TRY(Recover());
  start_ = last_end_ = last_status_ = steady_clock::now();
  resumed_.spent = end.seconds;
  out_of_plans_ = end.stopped_by == StoppedBy::kExhausted || end.stopped_by == StoppedBy::kIncomplete;
  const bool exhausted = out_of_plans_ && strategy_->exhausted();
  Stop(end.stopped_by == StoppedBy::kExhausted && !exhausted ? StoppedBy::kIncomplete : end.stopped_by);
  return End();
}

Result<PartOutcome> ExplorePart(const ExploreOptions& options, const std::string& state, PartKeeper& keeper) {
  ExploreOptions own = options;
  own.jobs = 1;
  own.strategy_options.one_path = true;
  own.resume.clear();
  return Explorer(own).RunPart(state, keeper);
}

Result<ExploreResult> FinishParts(const ExploreOptions& options, const std::vector<std::string>& states, const PartsEnd& end) {
  ExploreOptions own = options;
  own.jobs = 1;
  own.strategy_options.one_path = true;
  own.resume.clear();
  return Explorer(own).Finish(states, end);
}

Result<bool> CanSplit(const ExploreOptions& options) {
  RW_ASSIGN(const auto strategy, MakeStrategy(options.strategy, options.strategy_options));
  return AsSplitting(*strategy) != nullptr;
}

}  // namespace reweave::inline explore
