#include "explore/explorer.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <filesystem>
#include <map>

#include "base/file.h"
#include "explore/detection.h"
#include "explore/grouping.h"
#include "explore/interrupt.h"
#include "explore/isolation.h"
#include "explore/minimise_finding.h"
#include "explore/replay.h"
#include "explore/schedule.h"

namespace reweave {

using std::chrono::steady_clock;
namespace fs = std::filesystem;

namespace {

constexpr auto kDefaultTime = std::chrono::seconds(60);
constexpr auto kNoLimit = std::chrono::nanoseconds::max();
constexpr auto kStatusEvery = std::chrono::milliseconds(100);

class Explorer {
 public:
  explicit Explorer(const ExploreOptions& options) : options_(options), target_options_(options.target) {}

  Result<ExploreResult> Run() {
    RW_ASSIGN(strategy_, MakeStrategy(options_.strategy, options_.strategy_options));
    RW_ASSIGN(out_dir_, PrepareOutDir(options_.out_dir));
    RW_TRY(SetUpDetection());
    RW_TRY(SetUpTarget());
    start_ = last_end_ = last_status_ = steady_clock::now();
    // The first run may take longer than the budget, as long as any other may go without progress.
    if (TimeLimit() != kNoLimit) target_->set_deadline(start_ + TimeLimit() + target_options_.run_timeout);
    RW_TRY(Search());
    const bool interrupted = Interrupted();
    target_->Abandon();
    Finish(interrupted);
    if (detection_) {
      TargetOptions options = target_options_;
      options.isolation = target_->isolation();
      options.pool_threads = target_->options().pool_threads;
      if (!interrupted) RW_TRY(detection_->Confirm(options, result_.findings));
      detection_->Finish(result_);
    }
    RW_TRY(MinimiseFindings(interrupted));
    RW_TRY(Confirm());
    return std::move(result_);
  }

 private:
  Result<void> SetUpDetection() {
    if (!options_.detect) return {};
    const auto keep = [this](const Trace& trace, const Plan& plan, const Finding& finding, std::optional<RaceExpectation> race) {
      return WriteScheduleFor(trace, plan, finding, race);
    };
    RW_ASSIGN(detection_, Detection::Create(options_.suppressions, names_, keep));
    return {};
  }

  Result<void> SetUpTarget() {
    if (options_.choose_isolation) {
      RW_ASSIGN(const IsolationChoice choice, ProbeIsolation(target_options_, options_.strategy_options.base));
      target_options_.isolation = choice.isolation;
      target_options_.pool_threads = choice.pool_threads;
      target_options_.fallback = true;
      result_.isolation_reason = choice.reason;
      Say(fmt::format("isolation: {} ({})", IsolationName(choice.isolation), choice.reason));
    }
    RW_ASSIGN(target_, Target::Create(target_options_));
    return {};
  }

  // --- The loop --------------------------------------------------------------------------------------------------------

  Result<void> Search() {
    Trace trace;
    while (!stopped_) {
      RW_ASSIGN(const bool more, Fill());
      if (!more) {
        Stop(schedules_used_ ? StoppedBy::kSchedules : StoppedBy::kExhausted);
        break;
      }
      RW_ASSIGN(const Target::Status status, target_->NextRun(trace));
      if (status == Target::Status::kInterrupted) {
        Stop(Interrupted() ? StoppedBy::kInterrupted : StoppedBy::kTime);
        break;
      }
      RW_TRY(Account(trace));
      CheckBudget();
    }
    return {};
  }

  // Keeps as many plans in flight as the strategy allows. False: nothing left to wait for.
  Result<bool> Fill() {
    while (plans_.size() < static_cast<std::size_t>(std::max(1, strategy_->lookahead())) && !out_of_plans_) {
      const std::uint64_t left = SchedulesLeft();
      if (left == 0) {
        schedules_used_ = true;
        break;
      }
      auto plan = strategy_->Next();
      if (!plan) {
        out_of_plans_ = plans_.empty();  // else the runs that are out may lead to more
        break;
      }
      plan->runs = static_cast<std::uint32_t>(std::min<std::uint64_t>(plan->runs, left));
      in_flight_ += plan->runs;
      RW_TRY(target_->Submit(*plan));
      plans_.push_back({std::move(*plan), 0});
    }
    return !plans_.empty();
  }

  // What --schedules still allows to be started. A search over states stops its runs on the way, so there every run counts.
  std::uint64_t SchedulesLeft() const {
    if (!options_.schedules) return UINT64_MAX;
    const std::uint64_t used = in_flight_ + (strategy_->state_counts() ? runs_ : schedules_);
    return *options_.schedules - std::min(*options_.schedules, used);
  }

  // Counts the run that was just observed, unless the strategy says it is none of its schedules.
  void Count() {
    ++runs_;
    --in_flight_;
    if (strategy_->restarts() != restarts_) {  // findings stay; what was counted does not
      restarts_ = strategy_->restarts();
      schedules_ = 0;
      for (Finding& finding : result_.findings) finding.occurrences = finding.first_schedule = 0;
    } else if (strategy_->last_run_counts()) {
      ++schedules_;
    }
  }

  Result<void> Account(const Trace& trace) {
    last_end_ = steady_clock::now();
    for (const std::string& note : target_->TakeNotes()) Say(note);
    const Plan& plan = plans_.front().first;
    points_ += trace.points();
    strategy_->Observe(plan, trace);
    Count();
    if (detection_ && trace.end_kind() != abi::EndKind::kStopped) {
      RW_ASSIGN(const bool new_race, detection_->Observe(trace, plan, runs_));
      if (new_race && options_.stop_on_race) Stop(StoppedBy::kFailure);
    }
    if (trace.end_kind() == abi::EndKind::kDiverged) ++result_.diverged;
    if (trace.end_kind() == abi::EndKind::kUnsupported) NoteUnsupported(trace);
    if (trace.failed() && strategy_->last_run_counts()) RW_TRY(Keep(trace, plan));
    if (++plans_.front().second == plan.runs) plans_.pop_front();  // `plan` is gone from here on
    if (trace.sequential) {
      result_.sequential = true;
      plans_.clear();
      if (!trace.failed()) Stop(StoppedBy::kExhausted);
    }
    return {};
  }

  std::chrono::nanoseconds TimeLimit() const {
    if (options_.time) return *options_.time;
    return options_.schedules ? kNoLimit : std::chrono::nanoseconds(kDefaultTime);
  }

  void CheckBudget() {
    const auto elapsed = last_end_ - start_;
    if (runs_ == 1 && TimeLimit() != kNoLimit) target_->set_deadline(start_ + TimeLimit());
    if (Interrupted()) Stop(StoppedBy::kInterrupted);
    else if (elapsed >= TimeLimit()) Stop(StoppedBy::kTime);
    if (options_.status && last_end_ - last_status_ >= kStatusEvery) {
      last_status_ = last_end_;
      options_.status({.schedules = schedules_, .findings = result_.findings.size(), .elapsed = elapsed,
                       .strategy_progress = strategy_->progress()});
    }
  }

  void Stop(StoppedBy reason) {
    if (stopped_) return;
    stopped_ = true;
    result_.stopped_by = reason;
  }

  void Say(const std::string& text) const {
    if (options_.message) options_.message(text);
  }

  // --- Findings --------------------------------------------------------------------------------------------------------

  void NoteUnsupported(const Trace& trace) {
    const std::string text = Summarize(trace).unsupported;
    if (std::ranges::find(result_.unsupported, text) == result_.unsupported.end()) result_.unsupported.push_back(text);
    if (++unsupported_runs_ == runs_) Stop(StoppedBy::kUnsupported);
  }

  Result<void> Keep(const Trace& trace, const Plan& plan) {
    names_.Use(trace);
    Finding finding = FindingFromTrace(trace, names_);
    if (detection_ && detection_->Suppressed(finding)) return {};
    if (!options_.keep_going || trace.sequential) Stop(StoppedBy::kFailure);
    const auto known = std::ranges::find(result_.findings, finding.id, &Finding::id);
    if (known != result_.findings.end()) {
      if (++known->occurrences == 1) known->first_schedule = schedules_;
      return {};
    }
    finding.first_schedule = schedules_;
    finding.occurrences = 1;
    RW_ASSIGN(finding.schedule_file, WriteScheduleFor(trace, plan, finding));
    result_.findings.push_back(std::move(finding));
    return {};
  }

  Result<std::string> WriteScheduleFor(const Trace& trace, const Plan& plan, const Finding& finding,
                                       std::optional<RaceExpectation> race = std::nullopt) {
    Schedule schedule = ScheduleFromTrace(trace, plan, names_);
    schedule.race = race;
    const Program& program = target_options_.program;
    schedule.command = program.command;
    schedule.build_key = program.build_key;
    schedule.tool_version = REWEAVE_VERSION;
    schedule.isolation = target_->isolation();
    schedule.pool_threads = target_->options().pool_threads;
    schedule.strategy = strategy_->name();
    schedule.schedule_number = schedules_;
    const std::string name = fs::path(program.path).filename().string();
    const std::string path = fmt::format("{}/{}-{}-{}.rws", out_dir_, name, finding.kind, finding.id);
    RW_TRY(WriteSchedule(schedule, path));
    return path;
  }

  Result<void> MinimiseFindings(bool interrupted) {
    if (interrupted || options_.minimise.count() == 0) return {};
    target_->set_deadline(steady_clock::time_point::max());
    for (Finding& finding : result_.findings) RW_TRY(MinimiseFinding(*target_, names_, finding, options_.minimise));
    target_->Abandon();
    return {};
  }

  Result<void> Confirm() {
    if (Interrupted()) ClearInterrupt();
    for (Finding& finding : result_.findings) {
      RW_ASSIGN(const Schedule schedule, ReadSchedule(finding.schedule_file));
      TargetOptions options = target_options_;
      options.fallback = false;
      ApplySchedule(schedule, options);
      RW_ASSIGN(const auto fresh, Target::Create(options));
      RW_ASSIGN(const ReplayOutcome outcome, Replay(*fresh, schedule, names_, true));
      const bool again = !outcome.divergence && outcome.same_end && (finding.kind != "race" || outcome.race_seen);
      finding.confirmed = again && (finding.kind != "race" || finding.confirmed);
      if (again || (finding.kind == "race" && !outcome.divergence)) continue;  // other accesses of the pair raced this time
      ++result_.diverged;
      if (outcome.divergence)
        Say(fmt::format("{} {} did not happen again: step {}: expected {}, saw {}", finding.kind, finding.id,
                        outcome.divergence->step, outcome.divergence->expected, outcome.divergence->seen));
    }
    return {};
  }

  void Finish(bool interrupted) {
    result_.program = target_options_.program.command;
    result_.build = target_options_.program.build_key;
    result_.strategy = options_.strategy;
    result_.isolation = target_->isolation();
    result_.seed = options_.strategy_options.seed;
    result_.blocked = strategy_->blocked();
    result_.discarded = strategy_->discarded();
    result_.schedules = schedules_;
    result_.transitions = points_ - std::min(points_, strategy_->replayed_points());
    if (const auto counts = strategy_->state_counts()) {
      result_.states = counts->states;
      result_.transitions = counts->transitions;
    }
    for (Finding& finding : result_.findings) {  // seen only before the search began anew
      finding.first_schedule = std::max<std::uint64_t>(finding.first_schedule, 1);
      finding.occurrences = std::max<std::uint64_t>(finding.occurrences, 1);
    }
    result_.seconds = std::chrono::duration<double>(last_end_ - start_).count();
    result_.exhausted = result_.sequential || (out_of_plans_ && plans_.empty() && strategy_->exhausted());
    if (interrupted && !stopped_) result_.stopped_by = StoppedBy::kInterrupted;
  }

  const ExploreOptions& options_;
  TargetOptions target_options_;
  std::unique_ptr<Strategy> strategy_;
  std::unique_ptr<Target> target_;
  SiteNames names_;
  std::unique_ptr<Detection> detection_;
  std::string out_dir_;
  std::deque<std::pair<Plan, std::uint32_t>> plans_;  // in flight, with the number of runs observed
  std::uint64_t in_flight_ = 0, runs_ = 0, schedules_ = 0, restarts_ = 0, points_ = 0, unsupported_runs_ = 0;
  bool out_of_plans_ = false, stopped_ = false, schedules_used_ = false;
  steady_clock::time_point start_, last_end_, last_status_;
  ExploreResult result_;
};

}  // namespace

Result<ExploreResult> Explore(const ExploreOptions& options) { return Explorer(options).Run(); }

Result<std::string> PrepareOutDir(const std::string& directory) {
  std::error_code error;
  const fs::path path = fs::absolute(directory, error).lexically_normal();
  fs::create_directories(path, error);
  if (error) return Fail(ErrorCategory::kUsage, "cannot create the directory for results", directory, error.message());
  for (fs::path parent = path; parent.has_relative_path(); parent = parent.parent_path()) {
    if (parent.filename() != ".reweave") continue;
    const fs::path ignore = parent / ".gitignore";
    if (!fs::exists(ignore, error)) RW_TRY(WriteFile(ignore.string(), "*\n!corpus/\n!corpus/**\n", "cannot write"));
    break;
  }
  std::string text = path.string();
  while (text.size() > 1 && text.ends_with('/')) text.pop_back();
  return text;
}

}  // namespace reweave
