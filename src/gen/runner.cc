#include "gen/runner.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <map>

#include "abi/annotations.h"
#include "base/interrupt.h"
#include "detect/deadlock.h"
#include "trace/meaning.h"

namespace reweave::gen {

namespace {

constexpr std::uint64_t kMostSteps = 20'000;
// A call that goes round in its own memory makes progress for ever, a step in 20,000 accesses. Runs of candidates take less than
// a thousandth of this.
constexpr std::chrono::seconds kLongestRun(5);
constexpr std::size_t kMostTouches = 4000;  // of a call that are looked at

std::string ErrorsOf(const Trace& trace) { return Summarize(trace).unsupported; }

// The locks that a call holds while it runs.
class Held {
 public:
  void Apply(const LockUse& use) {
    if (use.takes()) modes_.emplace(use.lock, use.mode);
    else if (use.releases() && !use.nested) modes_.erase(use.lock);
  }
  // As Touch::locks. What is written under a lock that others may hold at the same time is not protected by it.
  std::uint64_t Protecting(bool writes) const {
    std::uint64_t out = 0;
    for (const auto& [lock, mode] : modes_)
      if (!writes || mode == LockMode::kExclusive) out |= std::uint64_t{1} << ((lock * 0x9e3779b97f4a7c15ull) >> 58);
    return out;
  }

 private:
  std::map<std::uint64_t, LockMode> modes_;
};

}  // namespace

double CpuSeconds() {
  double out = 0;
  for (const int who : {RUSAGE_SELF, RUSAGE_CHILDREN}) {
    rusage usage{};
    getrusage(who, &usage);
    for (const timeval& time : {usage.ru_utime, usage.ru_stime})
      out += static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
  }
  std::ifstream children(fmt::format("/proc/self/task/{}/children", gettid()));
  for (int child = 0; children >> child;) {
    clockid_t clock{};
    timespec time{};
    if (clock_getcpuclockid(child, &clock) == 0 && clock_gettime(clock, &time) == 0)
      out += static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) / 1e9;
  }
  return out;
}

std::string OutputOf(const Trace& trace) {
  std::string out;
  for (const abi::Event& event : trace.events)
    if (event.kind == abi::EventKind::kText && static_cast<abi::TextStream>(event.outcome) == abi::TextStream::kStdout)
      AppendText(out, event);
  return out;
}

Result<std::unique_ptr<Runner>> Runner::Create(const std::string& wrapper, const std::string& work) {
  std::unique_ptr<Runner> out(new Runner);
  out->file_ = work + "/candidate";
  const Fd file(open(out->file_.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600));
  const auto bytes = sizeof(gen_wrapper::CandidateCode);
  if (!file.valid() || ftruncate(file.get(), static_cast<off_t>(bytes)) != 0)
    return Fail(ErrorCategory::kUsage, "cannot write", out->file_, ErrnoText(errno));
  void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file.get(), 0);
  if (memory == MAP_FAILED) return Fail(ErrorCategory::kUsage, "cannot map", out->file_, ErrnoText(errno));
  out->code_ = static_cast<gen_wrapper::CandidateCode*>(memory);
  TargetOptions options;
  RW_ASSIGN(options.program, InspectProgram({wrapper}));
  options.program.environment = {{gen_wrapper::kCandidateVariable, out->file_}};
  options.isolation = abi::Isolation::kRewind;
  options.fallback = true;
  options.run_timeout = std::chrono::seconds(2);
  options.memory_limit = 512u << 20;
  options.spin = DefaultSpin(1);
  options.preamble_record = abi::kRecordSync;
  RW_ASSIGN(out->target_, Target::Create(std::move(options)));
  return out;
}

Runner::~Runner() {
  target_.reset();
  if (code_ != nullptr) munmap(code_, sizeof *code_);
  unlink(file_.c_str());
}

Plan Runner::UnforcedPlan() {
  Plan plan;
  plan.max_steps = kMostSteps;
  return plan;
}

Plan Runner::RandomPlan(abi::TailPolicy tail, std::uint64_t seed, std::uint32_t runs) {
  Plan plan;
  plan.tail = tail;
  plan.seed = seed;
  plan.runs = runs;
  plan.pct_length = 40;
  plan.max_steps = kMostSteps;
  return plan;
}

Result<void> Runner::Load(const gen_wrapper::CandidateCode& code) {
  *code_ = code;
  return {};
}

Result<bool> Runner::Take(Trace& trace) {
  target_->set_deadline(std::chrono::steady_clock::now() + kLongestRun);
  for (;;) {
    trace.Clear();
    RW_ASSIGN(const Target::Status status, target_->NextRun(trace));
    if (status == Target::Status::kRun) break;
    if (!Interrupted() && !target_->late()) continue;
    target_->Abandon();
    counts_.runs += !Interrupted();
    return false;
  }
  ++counts_.runs;
  const abi::EndKind end = trace.end_kind();
  if (end == abi::EndKind::kPass || IsFailure(end)) return true;
  ++counts_.unsupported;
  if (counts_.unsupported_text.empty()) counts_.unsupported_text = ErrorsOf(trace);
  return false;
}

Result<void> Runner::RunThreads(const Candidate& candidate, const std::vector<Call>& probes, Plan plan, const See& see) {
  RW_TRY(Load(Encode(candidate, probes, {})));
  RW_TRY(target_->Submit(plan));
  bool go_on = true;
  for (std::uint32_t run = 0; run < plan.runs && target_->runs_in_flight() > 0; ++run) {
    RW_ASSIGN(const bool usable, Take(trace_));
    if (!usable || !go_on) continue;  // the candidate may not change before all of them ran
    const Outcome outcome = trace_.end_kind() == abi::EndKind::kPass ? ParseOutcomes(OutputOf(trace_))[0] : Outcome{};
    go_on = see(trace_, outcome);
  }
  return {};
}

Result<Sequential> Runner::RunOrders(const Candidate& candidate, const std::vector<Call>& probes) {
  Sequential out;
  auto orders = OrdersOf(candidate);
  out.all = orders.size() < gen_wrapper::kMostOrders;
  const auto take = [&](const std::vector<std::vector<std::uint8_t>>& some) -> Result<bool> {
    RW_TRY(Load(Encode(candidate, probes, some)));
    Plan plan = UnforcedPlan();
    plan.record = 0;
    RW_TRY(target_->Submit(plan));
    RW_ASSIGN(const bool usable, Take(trace_));
    if (!usable) return out.fails = true;
    if (trace_.end_kind() != abi::EndKind::kPass) return false;
    for (Outcome& outcome : ParseOutcomes(OutputOf(trace_))) {
      out.fails |= outcome.prefix_threw || !outcome.threw.empty() || !outcome.complete;
      out.orders.push_back(std::move(outcome));
    }
    return true;
  };
  if (!separate_) {
    RW_ASSIGN(const bool all, take(orders));
    if (all) return out;
  }
  // One of them does not end well, or leaves something for the next: each by itself.
  for (const auto& order : orders) {
    RW_ASSIGN(const bool passed, take({order}));
    if (passed) continue;
    if (trace_.end_kind() == abi::EndKind::kDeadlock) out.may_block = true;
    else out.fails = true;
    if (out.fails) break;
  }
  return out;
}

Result<bool> Runner::LeavesSomething(const Candidate& candidate, const std::vector<Call>& probes) {
  const auto order = OrdersOf(candidate).at(0);
  RW_TRY(Load(Encode(candidate, probes, {order, order})));
  Plan plan = UnforcedPlan();
  plan.record = 0;
  RW_TRY(target_->Submit(plan));
  RW_ASSIGN(const bool usable, Take(trace_));
  if (!usable || trace_.end_kind() != abi::EndKind::kPass) return false;
  const std::vector<Outcome> both = ParseOutcomes(OutputOf(trace_));
  return both.size() == 2 && both[0] != both[1];
}

bool WaitsForItself(const Trace& trace) {
  if (trace.end_kind() != abi::EndKind::kDeadlock) return false;
  return std::ranges::any_of(detect::AnalyseDeadlock(trace).blocked, [](const detect::BlockedThread& thread) {
    return std::ranges::find(thread.waits_for, thread.tid) != thread.waits_for.end();
  });
}

Result<Runner::Turns> Runner::RunTurns(const Candidate& candidate, const std::vector<Call>& probes) {
  Turns out;
  for (const auto& order : OrdersOf(candidate)) {
    RW_TRY(Load(Encode(candidate, probes, {order}, true)));
    Plan plan = UnforcedPlan();
    plan.record = abi::kRecordSync;
    RW_TRY(target_->Submit(plan));
    RW_ASSIGN(const bool usable, Take(trace_));
    if (!usable) continue;
    if (trace_.end_kind() == abi::EndKind::kPass) out.orders.push_back(ParseOutcomes(OutputOf(trace_))[0]);
    else out.ended.push_back(trace_.end_kind());
    out.waits_for_itself = out.waits_for_itself || WaitsForItself(trace_);
  }
  return out;
}

Result<std::optional<abi::EndKind>> Runner::RunTurn(const Candidate& candidate, const std::vector<std::uint8_t>& order) {
  RW_TRY(Load(Encode(candidate, {}, {order}, true)));
  Plan plan = UnforcedPlan();
  plan.record = 0;
  RW_TRY(target_->Submit(plan));
  RW_ASSIGN(const bool usable, Take(trace_));
  if (!usable) return std::nullopt;
  return trace_.end_kind();
}

// A shared_ptr counts its copies by atomics wherever it is used: that says nothing about the class that has one.
static bool CountsReferences(const std::string& function) {
  return function.find("_Sp_counted") != std::string::npos || function.find("__exchange_and_add") != std::string::npos ||
         function.find("__atomic_add") != std::string::npos;
}

Result<Footprint> Runner::Alone(const Candidate& state, const Call& call) {
  Footprint out;
  Candidate candidate = state;
  candidate.threads = {{call}};
  RW_TRY(Load(Encode(candidate, {}, {{0}})));
  Plan plan = UnforcedPlan();
  plan.record = abi::kRecordSync | abi::kRecordAccess | abi::kRecordAllAccess | abi::kRecordAlloc;
  RW_TRY(target_->Submit(plan));
  RW_ASSIGN(const bool usable, Take(trace_));
  if (!usable) return out;
  names_.Use(trace_);
  const std::string printed = OutputOf(trace_);
  const abi::EndKind end = trace_.end_kind();
  if (end == abi::EndKind::kPass) {
    const Outcome outcome = ParseOutcomes(printed)[0];
    out.usable = !outcome.prefix_threw && outcome.threw.empty();
  } else {
    out.usable = out.waits = end == abi::EndKind::kDeadlock;  // another thread may end that
  }
  std::uint64_t stack = 0;
  if (const auto at = printed.find("stack "); at != std::string::npos)
    stack = std::strtoull(printed.c_str() + at + 6, nullptr, 10);
  bool inside = false;
  Held held;
  std::map<std::uint64_t, std::uint64_t> own;  // blocks that it allocates: begin, end
  const auto is_own = [&](std::uint64_t address) {
    const auto next = own.upper_bound(address);
    return next != own.begin() && address < std::prev(next)->second;
  };
  // Of this call alone: its stack, and what it allocated.
  const auto is_local = [&](std::uint64_t address) {
    return (address + (1u << 20) > stack && address < stack + (1u << 16)) || is_own(address);
  };
  const auto touch = [&](const abi::Event& event, std::uint64_t address, std::uint64_t size, bool writes, bool atomic) {
    // Inside a library, who called it says more than the place itself.
    const std::uint32_t place = event.site ^ (event.caller * 0x9e3779b1u);
    for (std::uint64_t at = address / 8; at <= (address + std::max<std::uint64_t>(size, 1) - 1) / 8; ++at)
      if (out.touches.size() < kMostTouches) out.touches.push_back({at, place, writes, atomic, held.Protecting(writes)});
  };
  for (const abi::Event& event : trace_.events) {
    if (event.kind == abi::EventKind::kAnnotate && event.value == static_cast<std::uint64_t>(abi::Annotation::kTask)) {
      inside = event.value2 == gen_wrapper::kTaskOfCall;
      continue;
    }
    if (!inside) continue;
    if (event.kind == abi::EventKind::kAlloc) own[event.obj] = event.obj + event.value;
    if (event.kind == abi::EventKind::kFree && own.erase(event.obj) == 0) touch(event, event.obj, 8, true, false);
    const bool local = is_local(event.obj);
    if (const LockUse use = LockUseOf(event); use) {
      out.synchronises |= !local;
      if (use.takes() || use.misses()) touch(event, use.lock, 1, true, true);
      held.Apply(use);
    } else if (const OrderUse order = OrderUseOf(event); order) {
      out.synchronises |= order.through != OrderUse::Through::kOnce && !local;  // static locals are the language's business
    }
    if (!IsAccess(event.kind) || local) continue;
    if (IsAtomicAccess(event.kind) && !CountsReferences(names_.WrittenIn(event.site))) {
      if (WritesMemory(event.kind)) out.synchronises = true;
      else out.looks.push_back(event.obj / 8);
    }
    touch(event, event.obj, std::min<std::uint64_t>(AccessSize(event), 64), WritesMemory(event.kind), IsAtomicAccess(event.kind));
  }
  std::ranges::sort(out.touches);
  const auto same = std::ranges::unique(out.touches);
  out.touches.erase(same.begin(), same.end());
  return out;
}

}  // namespace reweave::gen
