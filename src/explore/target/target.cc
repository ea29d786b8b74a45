#include "explore/target/target.h"

#include <fmt/format.h>
#include <sched.h>
#include <sys/uio.h>
#include <sys/wait.h>

#include <algorithm>
#include <bit>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <unordered_map>

#include "abi/extras.h"
#include "abi/image.h"
#include "base/check.h"
#include "base/interrupt.h"
#include "explore/target/processor_time.h"

namespace reweave::inline target {

using std::chrono::steady_clock;

namespace {
constexpr std::uint32_t kMostThreads = 8192;
constexpr std::size_t kSeveral = 8;  // runs that are out: worth to be waited for together
constexpr auto kGrace = std::chrono::seconds(1);  // for the runtime to answer SIGXCPU

abi::Event MakeRunEnd(abi::EndKind kind, std::uint64_t value) {
  abi::Event end{};
  end.kind = abi::EventKind::kRunEnd;
  end.outcome = static_cast<std::uint8_t>(kind);
  end.value = value;
  return end;
}

// How a process that ended without saying so is reported.
std::pair<abi::Event, std::string> ExplainDeath(int status) {
  if (WIFSIGNALED(status) && WTERMSIG(status) != SIGKILL)
    return {MakeRunEnd(abi::EndKind::kSignal, WTERMSIG(status)),
            fmt::format("the process was killed by {}", SignalName(WTERMSIG(status)))};
  if (WIFEXITED(status) && WEXITSTATUS(status) != 0)
    return {MakeRunEnd(abi::EndKind::kExit, WEXITSTATUS(status)),
            fmt::format("the process ended with status {} without the runtime seeing it", WEXITSTATUS(status))};
  const std::string how = WIFSIGNALED(status) ? "was killed by SIGKILL" : "ended without the runtime seeing it";
  return {MakeRunEnd(abi::EndKind::kLost, static_cast<std::uint64_t>(status)), "the process " + how};
}

// How the runtime ends the process when it is at fault itself (Die in runtime/sys.cc): the program's own ends are never carried
// out.
bool IsOurFault(int status) { return WIFEXITED(status) && WEXITSTATUS(status) == 134; }

// The dynamic linker does not know the main program's path; a trace must.
template <typename Events>
void NameMainModule(Events& events, const std::string& path) {
  const auto is_name = [](const abi::Event& e) {
    return e.kind == abi::EventKind::kText && e.outcome == static_cast<std::uint8_t>(abi::TextStream::kModule);
  };
  // Not the first one: libraries are initialised, and so announced, before the program.
  const auto module =
      std::ranges::find_if(events, [](const abi::Event& e) { return e.kind == abi::EventKind::kModule && (e.flags & 1) != 0; });
  if (module == events.end() || (module + 1 != events.end() && is_name(module[1]))) return;
  std::error_code error;
  std::vector<abi::Event> name;
  AppendTextRecords(name, std::filesystem::absolute(path, error).lexically_normal().string(), abi::TextStream::kModule);
  events.insert(module + 1, name.begin(), name.end());
}

// For tests of what an older machine would get: abi::Machine bits not to use, as a number. Read at the start: a test's own
// environment may be in force when a process is started.
const std::uint64_t kDisabledByEnvironment = [] {
  const char* text = std::getenv("REWEAVE_DISABLE");
  return text != nullptr ? std::strtoull(text, nullptr, 0) : 0;
}();

abi::Isolation Stronger(abi::Isolation level) {
  return level == abi::Isolation::kRewind ? abi::Isolation::kFork : abi::Isolation::kExec;
}
}  // namespace

void FillSettings(const TargetOptions& options, abi::ControlBlock& block) {
  block.isolation = options.isolation;
  block.pool_threads = options.pool_threads;
  block.probing = options.probing ? 1 : 0;
  block.spin = options.spin;
  block.memory_limit = options.memory_limit;
  block.max_processes = options.max_processes;
  block.output_limit = options.output_limit;
  block.disable = options.disable | kDisabledByEnvironment;
  block.record = options.preamble_record;
  abi::Extras& extras = abi::ExtrasOf(block);
  extras.follow = options.follow;
  extras.window = options.window;
  extras.start_at = options.start_at;
  extras.gather = options.gather;
}

std::uint32_t DefaultSpin(unsigned jobs) {
  cpu_set_t cpus;
  const bool several = sched_getaffinity(0, sizeof cpus, &cpus) == 0 && CPU_COUNT(&cpus) > 1;
  return jobs == 1 && several ? 2000 : 0;
}

Result<std::unique_ptr<Target>> Target::Create(TargetOptions options) {
  std::unique_ptr<Target> target(new Target(std::move(options)));
  target->options_.sizes.marks = target->options_.call_marks.size();
  RW_ASSIGN(target->memory_, ControlMemory::Create(target->options_.sizes));
  target->memory_->SetMarks(target->options_.call_marks);
  return target;
}

Target::~Target() { StopProcess(); }

Result<void> Target::Submit(const Plan& plan) {
  const std::uint32_t id = next_id_++;
  const std::string bytes = EncodePlan(plan, id, racing_);
  if (!memory_->fits(bytes)) RW_TRY(GrowPlanRing(bytes.size()));
  queue_.push_back({.plan = plan, .id = id, .racing = racing_.size()});
  in_flight_ += plan.runs;
  if (process_) PublishQueue();
  return {};
}

// Runs that the old process has made and nobody has taken yet are made again by the new one.
Result<void> Target::GrowPlanRing(std::size_t bytes) {
  StopProcess();
  const std::vector<abi::SharedSlot> shared = memory_->Shared();
  options_.sizes.plan_bytes = std::bit_ceil(std::uint64_t{bytes} * 4);
  RW_ASSIGN(memory_, ControlMemory::Create(options_.sizes));
  memory_->SetMarks(options_.call_marks);
  AddShared(shared);
  return {};
}

bool Target::AddShared(const std::vector<abi::SharedSlot>& slots) {
  if (slots.empty()) return true;
  bool all = true;
  std::unordered_map<std::uint64_t, std::uint64_t> known;
  for (const abi::SharedSlot& slot : memory_->Shared()) known[slot.address] |= slot.mask;
  for (const abi::SharedSlot& slot : slots) {
    std::uint64_t& mask = known[slot.address];
    if ((mask | slot.mask) != mask) all = memory_->AddShared(slot) && all;
    mask |= slot.mask;
  }
  return all;
}

std::optional<std::uint64_t> Target::WordAtStart(std::uint64_t address) const {
  if (!process_ || options_.isolation == abi::Isolation::kExec || options_.start_at != 0 || options_.follow != 0)
    return std::nullopt;
  // With fork isolation children run, and the process itself stays as it was.
  const std::uint64_t at = options_.isolation == abi::Isolation::kRewind ? abi::ImageAddress(address) : address;
  std::uint64_t word = 0;
  const iovec to{&word, sizeof word};
  const iovec from{reinterpret_cast<void*>(at), sizeof word};
  if (process_vm_readv(process_->pid(), &to, 1, &from, 1, 0) != static_cast<ssize_t>(sizeof word)) return std::nullopt;
  return word;
}

std::vector<std::uint64_t> Target::MarkSteps() const {
  const abi::Extras& extras = abi::ExtrasOf(memory_->block());
  return {extras.mark_steps, extras.mark_steps + std::min(extras.mark_count.load(), abi::kMostMarkSteps)};
}

std::uint32_t Target::Gatherings() const { return abi::ExtrasOf(memory_->block()).gathered.load(); }

void Target::Abandon() {
  StopProcess();
  queue_.clear();
  in_flight_ = 0;
}

Result<void> Target::StartProcess() {
  memory_->Reset();
  FillSettings(options_, memory_->block());
  for (Pending& pending : queue_) pending.published = false;
  racing_sent_ = 0;
  preamble_.reset();
  in_preamble_ = true;
  preamble_seen_ = 0;
  asked_to_stop_ = false;
  last_progress_ = 0;
  last_change_ = steady_clock::now();
  RW_ASSIGN(process_, Process::Start({.path = options_.program.path,
                                      .command = options_.program.command,
                                      .stdin_path = options_.stdin_path,
                                      .directory = options_.program.directory,
                                      .environment = options_.program.environment,
                                      .control_fd = memory_->fd()}));
  PublishQueue();
  return {};
}

void Target::StopProcess() {
  if (!process_) return;
  seen_ |= memory_->block().seen.load();
  if (const std::uint32_t why = memory_->block().lasting.load(); why < std::size(abi::kLastingNames))
    lasting_ = abi::Lasting{why};
  machine_ = memory_->block().machine.load();
  if ((memory_->block().seen.load() & abi::kSeenWritesFile) != 0) {  // it puts files back before it goes
    process_->Signal(SIGTERM, 0);
    process_->WaitFor(kGrace);
  }
  process_.reset();
}

void Target::PublishQueue() {
  const bool single = options_.isolation == abi::Isolation::kExec || options_.probing;
  for (Pending& pending : queue_) {
    if (pending.published) continue;
    Plan rest = pending.plan;
    rest.seed += pending.done;
    rest.runs = single ? 1 : rest.runs - pending.done;
    const auto racing = std::span(racing_).subspan(racing_sent_, pending.racing - std::min(pending.racing, racing_sent_));
    if (!memory_->Publish(EncodePlan(rest, pending.id, racing))) return;
    pending.published = true;
    racing_sent_ = std::max(racing_sent_, pending.racing);
    if (single) return;
  }
}

// The watchdog: no progress for the time limit. First asks the runtime to end the run, then gives up on the process.
bool Target::TimeIsUp() {
  const auto now = steady_clock::now();
  if (const std::uint64_t progress = memory_->block().progress.load(std::memory_order_relaxed); progress != last_progress_) {
    last_progress_ = progress;
    last_change_ = now;
  }
  const auto pid = static_cast<pid_t>(memory_->block().pid);
  if (used_since_ != last_change_) {
    used_since_ = last_change_;
    used_ = ProcessorTimeOf(pid).value_or(ProcessorTime()).used;
  }
  if (now - last_change_ < options_.run_timeout) return false;
  if (!asked_to_stop_) {
    const ProcessorTime spent = ProcessorTimeOf(pid).value_or(ProcessorTime());
    if (HadNoTurn(now - last_change_, spent.used - used_, spent.wants_more, options_.run_timeout)) return false;
    process_->Signal(SIGXCPU, pid);
    asked_to_stop_ = true;
    asked_at_ = now;
  }
  return now - std::max(asked_at_, last_change_ + options_.run_timeout) >= kGrace;
}

bool Target::ToldToStop() const {
  if (Interrupted() || (stop_ != nullptr && stop_->load(std::memory_order_relaxed))) return true;
  return std::min(deadline_, options_.end) != steady_clock::time_point::max() && late();
}

// If the records taken so far hold the whole preamble, moves it out of the trace. Returns whether the run itself has begun.
bool Target::EndPreamble(Trace& trace) {
  const auto begins = [](const abi::Event& e) { return e.kind == abi::EventKind::kRunBegin && e.value2 != 0; };
  // Only what came since the last look: a long preamble comes in thousands of pieces.
  auto events = trace.events.SplitOff(std::min(preamble_seen_, trace.events.records().size()), begins);
  preamble_seen_ = trace.events.records().size();
  if (!events) return false;
  auto preamble = std::make_shared<Preamble>();
  preamble->events = std::move(*events);
  NameMainModule(preamble->events, options_.program.path);
  preamble_ = std::move(preamble);
  in_preamble_ = false;
  return true;
}

void Target::WaitForAll(bool all) {
  options_.together = all;
  options_.spin = DefaultSpin(all ? 2 : 1);
  memory_->block().spin = options_.spin;
}

Target::Progress Target::PullRun(Trace& trace) {
  auto longest = std::chrono::nanoseconds(std::chrono::milliseconds(1));
  for (;;) {
    const bool ended = memory_->TakeUntilRunEnd(trace.events, options_.keep_events, trace.truncated);
    if (in_preamble_ && !trace.events.empty()) EndPreamble(trace);
    if (ended) return Progress::kRunEnd;
    if (!memory_->sane()) return Progress::kDamaged;
    if (ToldToStop()) return Progress::kInterrupted;
    PublishQueue();
    if (memory_->has_records()) continue;
    const bool several = in_flight_ >= kSeveral;  // it has enough to do: no need to look for each one
    memory_->WaitRecords(several ? 0 : options_.spin, longest, options_.together || several);
    if (memory_->has_records()) continue;
    if (process_->Poll() && !memory_->has_records()) return Progress::kDied;
    if (TimeIsUp()) return Progress::kTimedOut;
    longest = std::min<std::chrono::nanoseconds>(longest * 2, std::chrono::milliseconds(50));
  }
}

// Gives a run its missing end, so that it is a valid trace.
void Target::Synthesize(Trace& trace, Progress why) {
  abi::Event end;
  std::string message;
  if (why == Progress::kTimedOut) {
    end = MakeRunEnd(abi::EndKind::kTimeout, 0);
    message = fmt::format("no progress for {} s; the process did not answer and was killed",
                          std::chrono::duration<double>(options_.run_timeout).count());
  } else if (why == Progress::kDamaged) {
    end = MakeRunEnd(abi::EndKind::kLost, 0);
    message = "the program wrote over the memory it shares with reweave";
  } else {
    std::tie(end, message) = ExplainDeath(*process_->Poll());
  }
  if (trace.events.empty() || trace.events.records().front().kind != abi::EventKind::kRunBegin) {
    abi::Event begin{};
    begin.kind = abi::EventKind::kRunBegin;
    if (!queue_.empty()) begin.value = queue_.front().plan.seed + queue_.front().done;
    trace.events.insert(trace.events.begin(), begin);
  }
  end.obj = static_cast<std::uint64_t>(std::ranges::count_if(trace.events.records(), IsPoint));
  AppendTextRecords(trace.events, message, abi::TextStream::kMessage);
  AppendTextRecords(trace.events, process_->early_output(), abi::TextStream::kStderr);
  trace.events.push_back(end);
}

void Target::FinishRun() {
  --in_flight_;
  Pending& front = queue_.front();
  if (++front.done == front.plan.runs) queue_.pop_front();
}

// The program came to its end without a thread, but a child that it forked had some: the first such child is the one to run.
bool Target::FollowsChild(const Trace& trace) {
  if (!trace.sequential || options_.follow != 0) return false;
  const abi::Extras& extras = abi::ExtrasOf(memory_->block());
  std::vector<std::uint32_t> with_threads;
  bool deeper = false;
  for (std::uint32_t i = 0; i < abi::kMostChildren; ++i) {
    const std::uint32_t threads = extras.children[i].threads.load();
    if (threads == abi::kHasThreads) with_threads.push_back(i + 1);
    deeper |= threads == abi::kGrandchildHasThreads;
  }
  if (deeper) notes_.emplace_back("a child of its child process has threads: they are not explored, one fork is followed");
  if (with_threads.empty()) return false;
  options_.follow = with_threads[0];
  const std::uint32_t ended = extras.children[options_.follow - 1].ended.load();
  if (!trace.failed() && ended > 1) options_.expected_status = static_cast<int>(ended - 1);
  std::string note = fmt::format("its threads are in a child process: fork {} is followed", options_.follow);
  if (with_threads.size() > 1)
    note += fmt::format("; {} other child processes with threads are not explored (--child N)", with_threads.size() - 1);
  notes_.push_back(std::move(note));
  return true;
}

// A child that is meant to end badly (a death test): the parent was content with that.
void Target::ExcuseExpectedEnd(Trace& trace) const {
  if (!options_.expected_status || trace.sequential) return;
  abi::Event& end = trace.events.last_record();
  const abi::EndKind kind = trace.end_kind();
  const int signal = WIFSIGNALED(*options_.expected_status) ? WTERMSIG(*options_.expected_status) : 0;
  const bool aborted = kind == abi::EndKind::kAssert || kind == abi::EndKind::kAbort || kind == abi::EndKind::kException;
  const bool same = (aborted && signal == SIGABRT) ||
                    (kind == abi::EndKind::kSignal && signal != 0 && end.value == static_cast<std::uint64_t>(signal)) ||
                    (kind == abi::EndKind::kExit && WIFEXITED(*options_.expected_status) &&
                     end.value == static_cast<std::uint64_t>(WEXITSTATUS(*options_.expected_status)));
  if (same) end.outcome = static_cast<std::uint8_t>(abi::EndKind::kPass), end.value = 0;
}

// Runs that say nothing about the program and are made again on a better footing.
Result<bool> Target::Retry(const Trace& trace) {
  if (FollowsChild(trace)) return true;
  if (trace.end_kind() == abi::EndKind::kNeedThreads) {
    const auto wanted = std::max<std::uint64_t>(options_.pool_threads * 2ull, trace.end().value);
    if (wanted > kMostThreads)
      return Fail(ErrorCategory::kTarget, "cannot explore", options_.program.command[0],
                  fmt::format("it has more than {} threads at once", options_.pool_threads));
    options_.pool_threads = static_cast<std::uint32_t>(wanted);
    return true;
  }
  if (trace.end_kind() == abi::EndKind::kUnsupported && options_.fallback && options_.isolation != abi::Isolation::kExec) {
    options_.isolation = Stronger(options_.isolation);
    notes_.push_back(fmt::format("going on with {} isolation: {}", options_.isolation == abi::Isolation::kFork ? "fork" : "exec",
                                 Summarize(trace).unsupported));
    return true;
  }
  return false;
}

Result<Target::Status> Target::NextRun(Trace& trace) {
  CHECK(!queue_.empty());
  for (;;) {
    trace.Clear();
    preamble_seen_ = 0;
    if (!process_) {
      ++restarts_;
      RW_TRY(StartProcess());
    }
    const Progress progress = PullRun(trace);
    if (progress == Progress::kInterrupted) {
      StopProcess();
      return Status::kInterrupted;
    }
    if (progress == Progress::kDied && memory_->block().state.load() == 0 && trace.events.empty())
      return Fail(ErrorCategory::kTarget, "cannot explore", options_.program.command[0],
                  "it ended before its runtime was ready: " + ExplainDeath(*process_->Poll()).second, process_->early_output());
    if (progress == Progress::kDied && IsOurFault(*process_->Poll())) {
      const std::string said = process_->early_output();
      if (!options_.fallback || options_.isolation == abi::Isolation::kExec)
        return Fail(
            ErrorCategory::kInternal, "Reweave's runtime failed inside the program", options_.program.command[0],
            said.empty() ? "it did not say why" : said,
            "this is a fault of Reweave, not of the program: please report it with this command and, if you can, the program");
      options_.isolation = Stronger(options_.isolation);
      notes_.push_back(fmt::format("going on with {} isolation: the runtime failed ({})",
                                   options_.isolation == abi::Isolation::kFork ? "fork" : "exec", said));
      StopProcess();
      continue;
    }
    if (progress != Progress::kRunEnd) Synthesize(trace, progress);
    last_change_ = steady_clock::now();
    trace.sequential = in_preamble_ && progress != Progress::kDamaged;
    if (trace.sequential) NameMainModule(trace.events, options_.program.path);
    trace.preamble = preamble_;
    const std::uint32_t followed = options_.follow;
    RW_ASSIGN(const bool again, Retry(trace));
    ExcuseExpectedEnd(trace);
    const bool damaged = progress != Progress::kRunEnd || trace.end_kind() == abi::EndKind::kLost || asked_to_stop_;
    if (again || damaged || trace.sequential || options_.isolation == abi::Isolation::kExec || options_.probing) StopProcess();
    if (again && options_.follow != followed) seen_ = 0;  // of the parent
    if (again) continue;
    if (trace.sequential) queue_.clear(), in_flight_ = 0;
    else FinishRun();
    return Status::kRun;
  }
}

}  // namespace reweave::inline target
