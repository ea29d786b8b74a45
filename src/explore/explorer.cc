#include "explore/explorer.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <thread>

#include "base/coding.h"
#include "base/file.h"
#include "base/interrupt.h"
#include "explore/collect/grouping.h"
#include "explore/explorer_search.h"
#include "explore/replay.h"
#include "explore/schedule/schedule.h"
#include "trace/pack.h"

namespace reweave::inline explore {

namespace fs = std::filesystem;

namespace {

constexpr auto kDefaultTime = std::chrono::seconds(60);
constexpr auto kLeastTime = std::chrono::milliseconds(50);
constexpr auto kStatusEvery = std::chrono::milliseconds(100);
constexpr std::uint64_t kFirstAlone = 64;
constexpr auto kAskEvery = std::chrono::milliseconds(20);  // whether one worker alone waits for its program

// An order that was never run, made from parts of runs (rf, predicted lock cycles), with a sampled rest: that the program does
// not follow it says nothing about whether it repeats itself. A prefix of a systematic search was run before.
bool OnlyTries(const Plan& plan) {
  return (plan.tail == abi::TailPolicy::kPos || plan.tail == abi::TailPolicy::kGoal) && !plan.segments.empty();
}

}  // namespace

bool Locations::Add(const std::vector<abi::SharedSlot>& slots) {
  bool grew = false;
  for (const abi::SharedSlot& slot : slots) {
    std::uint64_t& known = masks_[slot.address];
    if ((known | slot.mask) == known) continue;
    known |= slot.mask;
    list_.push_back(slot);
    grew = true;
  }
  return grew;
}

void Locations::Reindex() {
  for (const abi::SharedSlot& slot : list_) masks_[slot.address] |= slot.mask;
}

Explorer::Explorer(const ExploreOptions& options)
    : options_(options),
      target_options_(options.target),
      findings_(options, names_,
                {.write = [this](const Trace& trace, const Plan& plan,
                                 const std::vector<ScheduleFor>& wanted) { return WriteSchedules(trace, plan, wanted); },
                 .suppressed = [this](const Finding& finding) { return detection_ && detection_->Suppressed(finding); },
                 .say = [this](const std::string& text) { Say(text); }}) {}

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
  RW_TRY(Recover());
  start_ = last_end_ = last_status_ = steady_clock::now();
  RW_TRY(AccountProbe());
  RW_TRY(Save());
  RW_TRY(Search());
  RW_TRY(Save());
  return End();
}

// --- The loop: what follows is called with the lock, except where a worker runs its plans ----------------------------

Result<void> Explorer::Search() {
  if (workers_.size() == 1) return Work(*workers_[0]);
  alone_.since = steady_clock::now();
  std::optional<Error> error;
  {
    std::vector<std::jthread> threads;
    threads.reserve(workers_.size());
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
  if (alone_.is && alone_.asked)
    Say("-j 1: one process was enough, what its runs show took longer to look at than the runs themselves");
  return {};
}

void Explorer::AskWhetherAlone(steady_clock::duration waited) {
  alone_.waited += waited;
  const auto now = steady_clock::now();
  const auto all = now - alone_.since;
  if (all < kAskEvery) return;
  alone_.asked = true;
  if (2 * alone_.waited < all) {
    alone_.since = now, alone_.waited = {};
    return;
  }
  alone_.is = false;
  workers_.front()->SetTogether(kTogether);
  changed_.notify_all();
}

Result<void> Explorer::Work(Worker& worker) {
  std::unique_lock lock(mutex_);
  // The first run may take longer than the budget, as long as any other may go without progress. If the one that chose the
  // isolation did not end in that time, nor will this one.
  if (TimeLimit() != kNoLimit) {
    const auto latest = probe_was_late_ ? start_ : start_ + TimeLimit() + target_options_.run_timeout;
    worker.target().set_deadline(options_.end_by ? std::min(latest, *options_.end_by) : latest);
  }
  if (&worker != workers_.front().get()) changed_.wait(lock, [this] { return !alone_.is || stopped_; });
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
    const bool alone = alone_.is;
    lock.unlock();
    const auto before = steady_clock::now();
    const auto status = worker.Run();
    const auto waited = steady_clock::now() - before;
    lock.lock();
    if (!status) return std::unexpected(status.error());
    if (*status == Target::Status::kInterrupted) Stop(Interrupted() ? StoppedBy::kInterrupted : StoppedBy::kTime);
    for (std::size_t i = 0; i < worker.answered() && !stopped_; ++i) {
      RW_TRY(Account(worker, i));
      CheckBudget(worker);
    }
    if (alone) AskWhetherAlone(waited);
    if (!OneWorker()) changed_.notify_all();
  }
  lock.unlock();
  worker.target().Abandon();  // by the thread that started the process: it would not outlive it
  return {};
}

// Keeps as many plans in flight as the strategy allows.
void Explorer::TakePlans(Worker& worker) {
  auto lookahead = static_cast<std::size_t>(std::max(1, strategy_->lookahead()));
  if (alone_.is) lookahead = std::min(lookahead, counts_.runs < kFirstAlone ? 1 : kTogether);  // at first each run may teach
  worker.LearnRacing(racing_.list());
  if (worker.idle()) {
    worker.LearnShared(shared_.list());
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
  const std::uint64_t used = in_flight_ + (strategy_->state_counts() ? counts_.runs - counts_.probes : counts_.schedules);
  return *options_.schedules - std::min(*options_.schedules, used);
}

// Counts the run that was just observed, unless the strategy says it is none of its schedules.
bool Explorer::Count() {
  ++counts_.runs;
  --in_flight_;
  if (strategy_->restarts() != counts_.restarts) {  // findings stay; what was counted does not
    counts_.restarts = strategy_->restarts();
    counts_.schedules = 0;
    findings_.Restarted();
    if (detection_) detection_->Restarted();
    if (part_.keeper != nullptr && !part_.whole) part_.began_anew = true, Stop(StoppedBy::kIncomplete);  // the others must, too
  }
  // If no run was out when it began anew, this one is the first of the new search.
  if (!strategy_->last_run_counts()) return false;
  ++counts_.schedules;
  return true;
}

Result<void> Explorer::Account(Worker& worker, std::size_t index) {
  const Answer& answer = worker.answer(index);
  const Trace& trace = answer.trace;
  current_ = &worker;
  last_end_ = steady_clock::now();
  for (const std::string& note : worker.target().TakeNotes()) Say(note);
  const Plan plan = worker.plans().front().plan;
  counts_.points += trace.points();
  depth_ = std::max(depth_, trace.points());
  ShareLocations(worker, trace);
  strategy_->Observe(plan, trace);
  const bool counts = Count();
  ++worker.runs;
  if (++worker.plans().front().done == plan.runs) worker.plans().pop_front();
  // A search knows its next plan now: it runs while this run is looked at. Not where this run may be the last.
  if (OneWorker() && !trace.failed() && !trace.sequential && options_.stop_on.empty() && options_.resume.empty()) {
    TakePlans(worker);
    RW_TRY(worker.Submit());
  }
  worker.AnalyseNow(index);
  TakeRacing(answer.facts.racing, trace);
  if (detection_ && trace.end_kind() == abi::EndKind::kStopped) {
    detection_->ObserveStopped(answer.facts, plan);
  } else if (detection_) {
    detection_->set_execution(counts_.runs);
    RW_ASSIGN(const bool news, detection_->Observe(trace, answer.facts, plan, counts ? counts_.schedules : 0));
    found_ |= news;
    StopAtNewKinds();
  }
  if (options_.on_schedule && strategy_->last_run_counts()) options_.on_schedule(plan, trace);
  if (trace.end_kind() == abi::EndKind::kDiverged && !OnlyTries(plan)) ++result_.diverged;
  if (trace.end_kind() == abi::EndKind::kUnsupported) NoteUnsupported(trace);
  if (trace.cut()) NoteCut(trace);
  if (worker.runs == 1) names_.Use(trace);  // places of what is said at the end, also if nothing fails
  const ObservedRun run = Seen(trace, plan, counts);
  if (detection_) RW_TRY(KeepMisuse(run, answer.facts.misuse));
  if (trace.failed()) RW_TRY(Keep(run));  // also in a run that the strategy throws away
  RW_TRY(findings_.KeepWarnings(run, strategy_->TakeWarnings()));
  RW_TRY(SaveNews());
  if (trace.sequential) {
    result_.sequential = trace.end_kind() != abi::EndKind::kTimeout;  // else how it would have gone on is not known
    worker.plans().clear();
    if (!trace.failed()) Stop(StoppedBy::kExhausted);
  }
  return {};
}

// What is a scheduling point must be the same for all workers: they learn of it before their next plan. Plans that are out
// meanwhile belong to a search that has been begun anew.
void Explorer::ShareLocations(const Worker& worker, const Trace& trace) {
  const bool wanted = workers_.size() > 1 || !options_.resume.empty() || part_.keeper != nullptr;
  if (!wanted ||
      std::ranges::find(trace.events.records(), abi::EventKind::kShared, &abi::Event::kind) == trace.events.records().end())
    return;
  shared_.Add(worker.target().Shared());
}

// Locations that raced for the first time are points from the next plan on; systematic searches begin anew.
void Explorer::TakeRacing(const std::vector<abi::SharedSlot>& racing, const Trace& trace) {
  if (granularity_ != abi::Granularity::kRacing || !racing_.Add(racing)) return;
  strategy_->PointsChanged();
  strategy_->ShowedRace(trace);
}

std::chrono::nanoseconds Explorer::FullTime() const {
  if (options_.time) return *options_.time;
  return options_.schedules ? kNoLimit : std::chrono::nanoseconds(kDefaultTime);
}

// Of the search alone. As soon as there is something to be made shorter and replayed, a fifth of the time is kept for that.
std::chrono::nanoseconds Explorer::TimeLimit() const {
  const auto full = FullTime();
  // What came before the first schedule has taken of the time, too.
  if (options_.time && options_.end_by)
    return std::min(full, std::max<std::chrono::nanoseconds>((*options_.end_by - start_) * 4 / 5, kLeastTime));
  return found_ && full != kNoLimit ? full / 5 * 4 : full;
}

void Explorer::CheckBudget(Worker& worker) {
  const auto elapsed = last_end_ - start_;
  if (TimeLimit() != kNoLimit) worker.target().set_deadline(start_ + TimeLimit());
  if (Interrupted()) Stop(StoppedBy::kInterrupted);
  else if (elapsed >= TimeLimit()) Stop(StoppedBy::kTime);
  if (part_.keeper != nullptr && last_end_ >= part_.next_ask && !stopped_) AskKeeper();
  if ((!options_.status && !options_.enough) || last_end_ - last_status_ < kStatusEvery) return;
  last_status_ = last_end_;
  const bool limited = TimeLimit() != kNoLimit;
  const ExploreStatus status{.schedules = counts_.schedules,
                             .findings = findings_.size() + (detection_ ? detection_->found() : 0),
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

// --- What runs show ------------------------------------------------------------------------------------------------------

void Explorer::NoteUnsupported(const Trace& trace) {
  const std::string text = Summarize(trace).unsupported;
  if (std::ranges::find(result_.unsupported, text) == result_.unsupported.end()) result_.unsupported.push_back(text);
  if (++counts_.unsupported_runs == counts_.runs) Stop(StoppedBy::kUnsupported);
}

// No failure: the test is too large for --max-steps, or a loop does not end under this schedule.
void Explorer::NoteCut(const Trace& trace) {
  if (++result_.cut_runs > 1) return;
  names_.Use(trace);
  result_.cut = PendingText(trace, names_);
}

Result<void> Explorer::Keep(const ObservedRun& run) {
  RW_ASSIGN(const bool ends_it, findings_.Keep(run));
  found_ = true;
  if (ends_it) Stop(StoppedBy::kFailure);
  return {};
}

// The run went on after it, and so does the search: what the program does then may fail in its own way.
Result<void> Explorer::KeepMisuse(const ObservedRun& run, std::optional<std::size_t> event) {
  if (!event) return {};
  found_ = true;
  const abi::Event& unlock = run.trace.events[*event];
  const std::pair place{unlock.site, MisuseText(run.trace, *event)};
  if (const auto known = misuses_.find(place); known != misuses_.end() && findings_.Again(known->second, run)) return {};
  const Trace cut = UpToMisuse(run.trace, *event);
  const Plan plan = StopAtMisuse(run.plan);
  RW_TRY(findings_.Keep({cut, plan, run.schedule, run.execution}));
  if (!NeedsDelay(cut)) misuses_[place] = FindingFromTrace(cut, names_).id;
  if (options_.stop_on.contains(std::string(Name(FindingKind::kMisuse)))) Stop(StoppedBy::kFailure);
  return {};
}

// What a saved search only predicted is run again.
Result<void> Explorer::Recover() {
  if (!resumed_.is || !detection_) return {};
  std::optional<Error> error;
  const Failed failed = [&](const Trace& trace, const Plan& plan) {
    if (const auto kept = Keep(Seen(trace, plan, false)); !kept) error = kept.error();
  };
  RW_TRY(detection_->Recover(SettledOptions(), failed));
  return error ? Result<void>(std::unexpected(*error)) : Result<void>();
}

void Explorer::StopAtNewKinds() {
  for (const std::string& kind : detection_->TakeNewKinds())
    if (options_.stop_on.contains(kind)) Stop(StoppedBy::kFailure);
}

namespace {

// The tests of one program are told apart by their arguments and environment: two of them may show one finding, in one directory.
std::string ScheduleFileName(const Program& program, const Finding& finding) {
  std::string test;
  for (std::size_t i = 1; i < program.command.size(); ++i) test += program.command[i] + '\0';
  for (const auto& [name, value] : program.environment) test += '\n' + name + '=' + value;
  if (!test.empty()) test = '-' + ToHex(Checksum(test)).substr(0, 6);
  return fmt::format("{}-{}-{}{}.rws", fs::path(program.path).filename().string(), Name(finding.kind), finding.id, test);
}

}  // namespace

Result<std::vector<std::string>> Explorer::WriteSchedules(const Trace& trace, const Plan& plan,
                                                          const std::vector<ScheduleFor>& wanted) {
  Schedule schedule = ScheduleFromTrace(trace, plan, names_);
  const Program& program = target_options_.program;
  schedule.command = program.command;
  schedule.build_key = program.build_key;
  schedule.tool_version = REWEAVE_VERSION;
  DescribeTarget(current_->target().options(), schedule);
  schedule.strategy = strategy_->name();
  schedule.schedule_number = counts_.schedules;
  const auto limit = stopped_ || TimeLimit() == kNoLimit ? Latest() : start_ + TimeLimit();
  ScheduleEncoder encoder(schedule);
  std::vector<std::string> paths;
  for (const auto& [finding, race] : wanted) {
    const bool late = Interrupted() || steady_clock::now() >= limit;
    const bool left_out = (late && !paths.empty()) || !room_.HasFor(*finding);
    paths.push_back(left_out ? "" : fmt::format("{}/{}", out_dir_, ScheduleFileName(program, *finding)));
    if (left_out) continue;
    const std::string text = encoder.Encode(race);
    RW_TRY(WriteFile(paths.back(), text, "cannot write schedule"));
    room_.Took(*finding, text.size());
  }
  return paths;
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
