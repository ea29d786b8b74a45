#include "explore/explorer.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <thread>

#include "base/file.h"
#include "base/interrupt.h"
#include "explore/explorer_search.h"
#include "explore/grouping.h"
#include "explore/replay.h"
#include "explore/schedule/schedule.h"

namespace reweave::inline explore {

namespace fs = std::filesystem;

namespace {

constexpr auto kDefaultTime = std::chrono::seconds(60);
constexpr auto kNoLimit = std::chrono::nanoseconds::max();
constexpr auto kStatusEvery = std::chrono::milliseconds(100);
constexpr std::size_t kMostStrays = 64;

}  // namespace

Result<void> Explorer::SetUp() {
  RW_TRY(SetUpStrategy());
  WrapStrategy();
  RW_ASSIGN(out_dir_, PrepareOutDir(options_.out_dir));
  return SetUpDetection();
}

Result<ExploreResult> Explorer::Run() {
  RW_TRY(SetUp());
  if (!options_.resume.empty()) RW_TRY(Load());
  RW_TRY(SetUpTargets());
  if (resumed_ && detection_) RW_TRY(detection_->Recover(SettledOptions()));
  start_ = last_end_ = last_status_ = steady_clock::now();
  RW_TRY(AccountProbe());
  RW_TRY(Save());
  RW_TRY(Search());
  RW_TRY(Save());
  return End();
}

Result<ExploreResult> Explorer::End() {
  const bool interrupted = Interrupted();
  FillResult(interrupted);
  if (detection_) {
    const TargetOptions options = SettledOptions();
    for (const auto& worker : workers_) detection_->AddCoverage(worker->analyser().patterns());
    const auto failed = [this](const Trace& trace, const Plan& plan) { KeepStray(trace, plan); };
    if (!interrupted) RW_TRY(detection_->Confirm(options, result_.findings, failed, options_.end_by));
    detection_->Finish(result_);
  }
  TakeStrays();
  std::ranges::move(warnings_, std::back_inserter(result_.warnings));
  result_.technique = strategy_->report();
  if (result_.technique) result_.caveats = result_.technique->caveats;
  AddCaveats();
  for (Finding& finding : result_.findings)
    if (!finding.is_new) finding.is_new = strategy_->IsNew(finding);
  RW_TRY(MinimiseFindings(interrupted));
  TakeStrays();
  RW_TRY(Confirm());
  return std::move(result_);
}

// --- The loop: what follows is called with the lock, except where a worker runs its plans ----------------------------

Result<void> Explorer::Search() {
  if (workers_.size() == 1) return Work(*workers_[0]);
  std::optional<Error> error;
  {
    std::vector<std::jthread> threads;
    for (const auto& worker : workers_)
      threads.emplace_back([this, &error, &worker = *worker] {
        const auto ended = Work(worker);
        if (ended) return;
        const std::lock_guard lock(mutex_);
        if (!error) error = ended.error();
        stopped_ = true;
        stop_now_ = true;
        changed_.notify_all();
      });
  }
  if (error) return std::unexpected(*error);
  return {};
}

Result<void> Explorer::Work(Worker& worker) {
  std::unique_lock lock(mutex_);
  // The first run may take longer than the budget, as long as any other may go without progress.
  if (TimeLimit() != kNoLimit) worker.target().set_deadline(start_ + TimeLimit() + target_options_.run_timeout);
  while (!stopped_) {
    TakePlans(worker);
    if (worker.idle()) {
      if (in_flight_ > 0) changed_.wait(lock);
      else
        Stop(schedules_used_                                         ? StoppedBy::kSchedules
             : strategy_->exhausted() && target_options_.window == 0 ? StoppedBy::kExhausted
                                                                     : StoppedBy::kIncomplete);
      continue;
    }
    lock.unlock();
    const auto status = worker.Run();
    lock.lock();
    if (!status) return std::unexpected(status.error());
    if (*status == Target::Status::kInterrupted) Stop(Interrupted() ? StoppedBy::kInterrupted : StoppedBy::kTime);
    for (std::size_t i = 0; i < worker.answered() && !stopped_; ++i) {
      RW_TRY(Account(worker, i));
      CheckBudget(worker);
    }
    if (workers_.size() > 1) changed_.notify_all();
  }
  lock.unlock();
  worker.target().Abandon();  // by the thread that started the process: it would not outlive it
  return {};
}

// Keeps as many plans in flight as the strategy allows.
void Explorer::TakePlans(Worker& worker) {
  const auto lookahead = static_cast<std::size_t>(std::max(1, strategy_->lookahead()));
  worker.LearnRacing(racing_);
  if (worker.idle()) {
    worker.LearnShared(shared_);
    for (; !worker.plans().empty(); worker.plans().pop_back())
      open_.push_front(std::move(worker.plans().back()));  // cut by --schedules
  }
  std::size_t out = 0;
  for (const auto& other : workers_) out += other->plans().size();
  for (std::size_t room = std::min(worker.room(lookahead), lookahead - std::min(lookahead, out)); room > 0; --room) {
    const std::uint64_t left = SchedulesLeft();
    schedules_used_ = left == 0;
    if (left == 0) break;
    if (open_.empty()) {
      auto plan = strategy_->Next();
      out_of_plans_ = !plan && in_flight_ == 0;  // else the runs that are out may lead to more
      if (!plan) break;
      open_.push_back({std::move(*plan), 0});
    }
    const Assignment& next = open_.front();
    const auto runs = static_cast<std::uint32_t>(std::min<std::uint64_t>(next.plan.runs - next.done, left));
    in_flight_ += runs;
    worker.Take(std::move(open_.front()), runs);
    open_.pop_front();
  }
}

// What --schedules still allows to be started. A search over states stops its runs on the way, so there every run counts.
std::uint64_t Explorer::SchedulesLeft() const {
  if (!options_.schedules) return UINT64_MAX;
  const std::uint64_t used = in_flight_ + (strategy_->state_counts() ? runs_ - probes_ : schedules_);
  return *options_.schedules - std::min(*options_.schedules, used);
}

// Counts the run that was just observed, unless the strategy says it is none of its schedules.
bool Explorer::Count() {
  ++runs_;
  --in_flight_;
  if (strategy_->restarts() != restarts_) {  // findings stay; what was counted does not
    restarts_ = strategy_->restarts();
    schedules_ = 0;
    for (Finding& finding : result_.findings) finding.occurrences = finding.first_schedule = 0;
    if (detection_) detection_->Restarted();
    if (keeper_ != nullptr && !whole_) began_anew_ = true, Stop(StoppedBy::kIncomplete);  // the others must, too
    return false;
  }
  if (!strategy_->last_run_counts()) return false;
  ++schedules_;
  return true;
}

Result<void> Explorer::Account(Worker& worker, std::size_t index) {
  const Answer& answer = worker.answer(index);
  const Trace& trace = answer.trace;
  current_ = &worker;
  last_end_ = steady_clock::now();
  for (const std::string& note : worker.target().TakeNotes()) Say(note);
  const Plan plan = worker.plans().front().plan;
  points_ += trace.points();
  depth_ = std::max(depth_, trace.points());
  ShareLocations(worker, trace);
  strategy_->Observe(plan, trace);
  const bool counts = Count();
  ++worker.runs;
  if (++worker.plans().front().done == plan.runs) worker.plans().pop_front();
  // A search knows its next plan now: it runs while this run is looked at. Not where this run may be the last.
  if (workers_.size() == 1 && !trace.failed() && !trace.sequential && options_.stop_on.empty() && options_.resume.empty()) {
    TakePlans(worker);
    RW_TRY(worker.Submit());
  }
  worker.AnalyseNow(index);
  TakeRacing(answer.facts.racing);
  if (detection_ && trace.end_kind() != abi::EndKind::kStopped) {
    detection_->set_execution(runs_);
    RW_TRY(detection_->Observe(trace, answer.facts, plan, counts ? schedules_ : 0));
    for (const std::string& kind : detection_->TakeNewKinds())
      if (options_.stop_on.contains(kind)) Stop(StoppedBy::kFailure);
  }
  if (options_.on_schedule && strategy_->last_run_counts()) options_.on_schedule(plan, trace);
  if (trace.end_kind() == abi::EndKind::kDiverged) ++result_.diverged;
  if (trace.end_kind() == abi::EndKind::kUnsupported) NoteUnsupported(trace);
  if (trace.cut()) NoteCut(trace);
  if (worker.runs == 1) names_.Use(trace);  // places of what is said at the end, also if nothing fails
  if (trace.failed()) RW_TRY(Keep(trace, plan, counts));  // also in a run that the strategy throws away
  RW_TRY(KeepWarnings(trace, plan));
  RW_TRY(SaveNews());
  if (trace.sequential) {
    result_.sequential = true;
    worker.plans().clear();
    if (!trace.failed()) Stop(StoppedBy::kExhausted);
  }
  return {};
}

// What is a scheduling point must be the same for all workers: they learn of it before their next plan. Plans that are out
// meanwhile belong to a search that has been begun anew.
void Explorer::ShareLocations(const Worker& worker, const Trace& trace) {
  const bool wanted = workers_.size() > 1 || !options_.resume.empty() || keeper_ != nullptr;
  if (!wanted || std::ranges::find(trace.events, abi::EventKind::kShared, &abi::Event::kind) == trace.events.end()) return;
  for (const abi::SharedSlot& slot : worker.target().Shared()) {
    std::uint64_t& known = shared_masks_[slot.address];
    if ((known | slot.mask) == known) continue;
    known |= slot.mask;
    shared_.push_back(slot);
  }
}

// Locations that raced for the first time are points from the next plan on; systematic searches begin anew.
void Explorer::TakeRacing(const std::vector<abi::SharedSlot>& racing) {
  if (granularity_ != abi::Granularity::kRacing) return;
  bool grew = false;
  for (const abi::SharedSlot& slot : racing) {
    std::uint64_t& known = racing_masks_[slot.address];
    if ((known | slot.mask) == known) continue;
    known |= slot.mask;
    racing_.push_back(slot);
    grew = true;
  }
  if (grew) strategy_->PointsChanged();
}

std::chrono::nanoseconds Explorer::TimeLimit() const {
  if (options_.time) return *options_.time;
  return options_.schedules ? kNoLimit : std::chrono::nanoseconds(kDefaultTime);
}

void Explorer::CheckBudget(Worker& worker) {
  const auto elapsed = last_end_ - start_;
  if (worker.runs == 1 && TimeLimit() != kNoLimit) worker.target().set_deadline(start_ + TimeLimit());
  if (Interrupted()) Stop(StoppedBy::kInterrupted);
  else if (elapsed >= TimeLimit()) Stop(StoppedBy::kTime);
  if (keeper_ != nullptr && last_end_ >= next_ask_ && !stopped_) AskKeeper();
  if ((!options_.status && !options_.enough) || last_end_ - last_status_ < kStatusEvery) return;
  last_status_ = last_end_;
  const bool limited = TimeLimit() != kNoLimit;
  const ExploreStatus status{.schedules = schedules_,
                             .findings = result_.findings.size() + (detection_ ? detection_->found() : 0),
                             .patterns = worker.analyser().patterns().patterns(),
                             .depth = depth_,
                             .elapsed = elapsed,
                             .time_left = limited ? std::optional(TimeLimit() - elapsed) : std::nullopt,
                             .strategy_progress = strategy_->progress()};
  if (options_.status) options_.status(status);
  if (options_.enough && options_.enough(status)) Stop(StoppedBy::kTime);
}

void Explorer::Stop(StoppedBy reason) {
  if (stopped_) return;
  stopped_ = true;
  result_.stopped_by = reason;
  if (workers_.size() > 1) stop_now_ = true;
  changed_.notify_all();
}

// Isolation and threads as the search came to need them.
TargetOptions Explorer::SettledOptions() const {
  TargetOptions options = target_options_;
  for (const auto& worker : workers_) {
    options.isolation = std::max(options.isolation, worker->target().isolation());
    options.pool_threads = std::max(options.pool_threads, worker->target().options().pool_threads);
  }
  return options;
}

// --- Findings --------------------------------------------------------------------------------------------------------

void Explorer::NoteUnsupported(const Trace& trace) {
  const std::string text = Summarize(trace).unsupported;
  if (std::ranges::find(result_.unsupported, text) == result_.unsupported.end()) result_.unsupported.push_back(text);
  if (++unsupported_runs_ == runs_) Stop(StoppedBy::kUnsupported);
}

// No failure: the test is too large for --max-steps, or a loop does not end under this schedule.
void Explorer::NoteCut(const Trace& trace) {
  if (++result_.cut_runs > 1) return;
  names_.Use(trace);
  result_.cut = PendingText(trace, names_);
}

// `counts`: the run is one of the search's schedules.
Result<void> Explorer::Keep(const Trace& trace, const Plan& plan, bool counts) {
  names_.Use(trace);
  Finding finding = FindingFromTrace(trace, names_);
  if (detection_ && detection_->Suppressed(finding)) return {};
  if (NeedsDelay(trace) && !options_.timing_fails) return KeepTiming(trace, plan, std::move(finding));
  const bool old = std::ranges::find(known_before_, finding.id) != known_before_.end() || options_.expected.contains(finding.id);
  const bool ends_it = (!options_.keep_going || options_.stop_on.contains(finding.kind)) && (counts || !options_.end_at_counted);
  if ((ends_it && !old) || trace.sequential) Stop(StoppedBy::kFailure);
  const auto known = std::ranges::find(result_.findings, finding.id, &Finding::id);
  if (known != result_.findings.end()) {
    if (counts && ++known->occurrences == 1) known->first_schedule = schedules_;
    if (known->first_execution == 0) known->first_execution = runs_;
    return {};
  }
  finding.first_schedule = counts ? schedules_ : 0;
  finding.occurrences = counts;
  finding.first_execution = runs_;
  RW_ASSIGN(finding.schedule_file, WriteScheduleFor(trace, plan, finding));
  news_.push_back(finding);
  result_.findings.push_back(std::move(finding));
  return {};
}

// A failure in a run that was made to confirm or to minimise something else.
void Explorer::KeepStray(const Trace& trace, const Plan& plan) {
  names_.Use(trace);
  Finding finding = FindingFromTrace(trace, names_);
  const auto same = [&](const Finding& other) { return other.id == finding.id; };
  if (std::ranges::any_of(result_.findings, same) || std::ranges::any_of(strays_, same) || strays_.size() >= kMostStrays) return;
  if (detection_ && detection_->Suppressed(finding)) return;
  finding.first_execution = runs_, finding.first_schedule = schedules_;
  auto path = WriteScheduleFor(trace, plan, finding);
  if (!path) return Say("a failure was seen but its schedule could not be written: " + path.error().ToString());
  finding.schedule_file = std::move(*path);
  strays_.push_back(std::move(finding));
}

void Explorer::TakeStrays() {
  for (Finding& stray : std::exchange(strays_, {}))
    if (std::ranges::find(result_.findings, stray.id, &Finding::id) == result_.findings.end())
      result_.findings.push_back(std::move(stray));
}

Result<void> Explorer::KeepTiming(const Trace& trace, const Plan& plan, Finding finding) {
  const auto known = std::ranges::find(result_.timing, finding.id, &Finding::id);
  if (known != result_.timing.end()) {
    ++known->occurrences;
    return {};
  }
  finding.first_schedule = std::max<std::uint64_t>(schedules_, 1), finding.occurrences = 1;
  RW_ASSIGN(finding.schedule_file, WriteScheduleFor(trace, plan, finding));
  result_.timing.push_back(std::move(finding));
  return {};
}

Result<void> Explorer::KeepWarnings(const Trace& trace, const Plan& plan) {
  for (Finding& warning : strategy_->TakeWarnings()) {
    const auto known = std::ranges::find(warnings_, warning.id, &Finding::id);
    if (known != warnings_.end()) {
      ++known->occurrences;
      continue;
    }
    names_.Use(trace);
    warning.first_schedule = schedules_, warning.occurrences = 1, warning.first_execution = runs_;
    RW_ASSIGN(warning.schedule_file, WriteScheduleFor(trace, plan, warning));
    warnings_.push_back(std::move(warning));
  }
  return {};
}

Result<std::string> Explorer::WriteScheduleFor(const Trace& trace, const Plan& plan, const Finding& finding,
                                               std::optional<RaceExpectation> race) {
  Schedule schedule = ScheduleFromTrace(trace, plan, names_);
  schedule.race = race;
  const Program& program = target_options_.program;
  schedule.command = program.command;
  schedule.build_key = program.build_key;
  schedule.tool_version = REWEAVE_VERSION;
  DescribeTarget(current_->target().options(), schedule);
  schedule.strategy = strategy_->name();
  schedule.schedule_number = schedules_;
  const std::string name = fs::path(program.path).filename().string();
  const std::string path = fmt::format("{}/{}-{}-{}.rws", out_dir_, name, finding.kind, finding.id);
  RW_TRY(WriteSchedule(schedule, path));
  return path;
}

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

}  // namespace reweave::inline explore
