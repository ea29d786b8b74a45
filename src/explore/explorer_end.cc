// Explorer's part that comes after the search: the result.
#include <algorithm>
#include <chrono>
#include <unordered_set>
#include <utility>

#include "abi/cancellation.h"
#include "abi/child_wait.h"
#include "base/interrupt.h"
#include "explore/explorer_search.h"
#include "explore/finishing.h"
#include "explore/target/one_run.h"

namespace reweave::inline explore {

namespace {

constexpr std::chrono::seconds kLeastAfter{1};

// A condition wait may return without a notification. Searches leave that out, since a program that looks at its condition again
// shows nothing new then. Does this one fail if it happens? Random choices rarely wake a thread for nothing (in one run of 50).
Result<bool> FailsIfWokenForNothing(const TargetOptions& options, Plan plan, std::chrono::steady_clock::time_point end_by) {
  constexpr int kRuns = 256;
  constexpr std::chrono::seconds kMost{2};
  const auto limit = std::min(end_by, std::chrono::steady_clock::now() + kMost);
  plan.flags |= abi::kPlanSpurious;
  plan.runs = 1;
  RW_ASSIGN(const auto target, Target::Create(options));
  for (int i = 0; i < kRuns; ++i) {
    if (Interrupted() || std::chrono::steady_clock::now() >= limit) break;
    plan.tail = i % 2 == 0 ? abi::TailPolicy::kRandom : abi::TailPolicy::kPos;
    plan.seed = static_cast<std::uint64_t>(i) + 1;
    RW_ASSIGN(const auto run, RunOnce(*target, plan));
    if (!run || run->sequential) break;
    const abi::EndKind end = run->end_kind();
    if (run->failed() && end != abi::EndKind::kLivelock && end != abi::EndKind::kTimeout) return true;
  }
  return false;
}

}  // namespace

// When everything must have ended. What was found at the very end of the time is still looked at, for a moment.
Explorer::steady_clock::time_point Explorer::Latest() const {
  if (options_.end_by) return *options_.end_by;
  const auto limit = FullTime();
  return limit == kNoLimit ? steady_clock::time_point::max() : std::max(start_ + limit, last_end_ + kLeastAfter);
}

Result<ExploreResult> Explorer::End() {
  const bool interrupted = Interrupted();
  FillResult(interrupted);
  findings_.Finish(result_);
  const Failed failed = [this](const Trace& trace, const Plan& plan) {
    findings_.KeepStray(Seen(trace, plan, true), result_.findings);
  };
  const auto end = Latest();
  Finishing finishing{options_, SettledOptions(), end, names_, failed, [this](const std::string& text) { Say(text); }};
  finishing.target.end = std::min(finishing.target.end, end);
  if (detection_) {
    if (!interrupted) RW_TRY(detection_->FollowStopped(finishing.target, failed));
    for (const auto& worker : workers_) detection_->AddCoverage(worker->analyser().patterns());
    if (!interrupted) RW_TRY(detection_->Confirm(finishing.target, result_.findings, failed, end));
    if (const detect::PatternCoverage* covered = strategy_->covered()) detection_->AddCoverage(*covered);
    detection_->Finish(result_);
    if (options_.covered) options_.covered(detection_->coverage());
  }
  findings_.TakeStrays(result_);
  result_.technique = strategy_->report();
  if (result_.technique) result_.caveats = result_.technique->caveats;
  AddCaveats();
  const Plan base = Base();
  if (result_.exhausted && result_.findings.empty() && waits_ && (base.flags & abi::kPlanSpurious) == 0) {
    RW_ASSIGN(const bool fails, FailsIfWokenForNothing(finishing.target, base, end));
    if (fails)
      result_.caveats.push_back(
          "condition waits that return without a notification, which they may do at any time: the program fails then, because it "
          "does not look at its condition again; --spurious finds it");
  }
  for (Finding& finding : result_.findings)
    if (!finding.is_new) finding.is_new = strategy_->IsNew(finding);
  if (!interrupted) {
    Locations shared;
    for (const auto& worker : workers_) shared.Add(worker->target().Shared());
    RW_TRY(finishing.Minimise(result_.findings, shared.list(), racing_.list()));
  }
  findings_.TakeStrays(result_);
  RW_TRY(finishing.Confirm(result_, racing_.list()));
  return std::move(result_);
}

detect::Caveats Explorer::AllCaveats() const {
  detect::Caveats all;
  if (detection_) all = detection_->caveats();
  for (const auto& worker : workers_) all.Merge(worker->analyser().caveats());
  return all;
}

// What even an exhausted search has not covered, as its runs showed.
void Explorer::AddCaveats() {
  if (std::string beyond = strategy_->left_out(); result_.exhausted && !result_.sequential && !beyond.empty())
    result_.caveats.push_back(std::move(beyond));
  if ((seen_ & abi::kSeenAlarm) != 0)
    result_.caveats.push_back(
        "an alarm (alarm, setitimer) that rings while another thread could run, again and again, or late in "
        "a long run: its handler was tried at some of these places only");
  if ((seen_ & abi::kSeenChildSignal) != 0)
    result_.caveats.push_back(
        "child processes that end at another moment: SIGCHLD comes when no thread can run without it, or when "
        "the child is waited for");
  if ((seen_ & abi::kSeenAsyncCancel) != 0)
    result_.caveats.push_back(
        "cancellation at any instruction (PTHREAD_CANCEL_ASYNCHRONOUS): threads were cancelled at scheduling points only");
  if ((seen_ & abi::kSeenChildWait) != 0)
    result_.caveats.push_back("child processes that end earlier or later: they run in real time, and one had not ended when "
                              "another thread could run, or "
                              "was asked for without waiting");
  if (!detection_) return;
  const detect::Caveats all = AllCaveats();
  waits_ = all.waits();
  std::ranges::move(all.Sentences(names_), std::back_inserter(result_.caveats));
  if (!all.unseen_steps() || !result_.exhausted) return;
  result_.exhausted = false;
  result_.stopped_by = StoppedBy::kIncomplete;
}

// Handlers that may run where no run let them.
void Explorer::LeaveOutSignals() {
  result_.sequential = false;
  if (!result_.exhausted) return;
  result_.exhausted = false;
  if (result_.stopped_by == StoppedBy::kExhausted) result_.stopped_by = StoppedBy::kIncomplete;
}

void Explorer::FillResult(bool interrupted) {
  result_.program = target_options_.program.command;
  result_.build = target_options_.program.build_key;
  result_.strategy = options_.strategy;
  result_.isolation = SettledOptions().isolation;
  result_.seed = options_.strategy_options.seed;
  result_.blocked = strategy_->blocked();
  result_.discarded = strategy_->discarded();
  result_.interchangeable = strategy_->interchangeable();
  result_.schedules = counts_.schedules;
  result_.executions = counts_.runs;
  result_.transitions = counts_.points - std::min(counts_.points, strategy_->replayed_points());
  if (const auto counts = strategy_->state_counts()) {
    result_.states = counts->states;
    result_.transitions = counts->transitions;
  }
  result_.seconds = resumed_.spent + std::chrono::duration<double>(last_end_ - start_).count();
  result_.exhausted = (result_.sequential || (out_of_plans_ && in_flight_ == 0 && strategy_->exhausted())) &&
                      result_.cut_runs == 0 && target_options_.window == 0 && result_.unsupported.empty();
  if (!result_.unsupported.empty()) result_.sequential = false;  // how it would have gone on is not known
  if ((result_.cut_runs > 0 || !result_.unsupported.empty()) && result_.stopped_by == StoppedBy::kExhausted)
    result_.stopped_by = StoppedBy::kIncomplete;
  for (const auto& worker : workers_) seen_ |= worker->target().seen();
  result_.early_left_out = (seen_ & abi::kSeenTimeWait) != 0;
  if ((seen_ & (abi::kSeenAlarm | abi::kSeenChildSignal | abi::kSeenAsyncCancel | abi::kSeenChildWait)) != 0) LeaveOutSignals();
  if (determinism_ != nullptr)
    result_.wrappers.determinism_checks = determinism_->checks(), result_.wrappers.difference = determinism_->difference();
  if (distinct_ != nullptr) result_.wrappers.distinct = distinct_->distinct();
  std::unordered_set<std::uint32_t> blocks;
  for (const auto& worker : workers_) blocks.insert(worker->analyser().blocks().begin(), worker->analyser().blocks().end());
  if (!blocks.empty()) result_.coverage.blocks = blocks.size();
  if (interrupted && !stopped_) result_.stopped_by = StoppedBy::kInterrupted;
}

}  // namespace reweave::inline explore
