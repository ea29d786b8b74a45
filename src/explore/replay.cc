#include "explore/replay.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <unordered_map>

#include "abi/extras.h"
#include "detect/races.h"
#include "explore/collect/grouping.h"
#include "trace/kinds.h"

namespace reweave::inline explore {

namespace {

constexpr std::uint32_t kMostCalls = 1u << 24;  // of a program; a damaged file may say anything
constexpr int kTries = 3;
std::uint64_t Key(const ScheduleStep& step) { return std::uint64_t{step.tid} << 32 | step.ordinal; }

// Threads that go round in circles are noticed a few rounds earlier or later, and a clock stops a run wherever it is.
bool EndsAnywhere(abi::EndKind end) { return end == abi::EndKind::kLivelock || end == abi::EndKind::kTimeout; }

// A run that could not follow its plan was cut off there. What it did until then can be done again, and the replay goes on.
bool WasCutOff(const Schedule& schedule) { return schedule.end == abi::EndKind::kDiverged; }

// How many steps are compared. Whether a failing run has a point before its failure depends on which locations its process knew
// to be shared or racing.
std::size_t Compared(const std::vector<ScheduleStep>& steps, abi::EndKind end) {
  using enum abi::EndKind;
  const bool fails = end == kAssert || end == kAbort || end == kException || end == kSignal || end == kHeap;
  return fails && !steps.empty() && steps.back().kind == abi::EventKind::kProcessEnd ? steps.size() - 1 : steps.size();
}

class Comparison {
 public:
  Comparison(const Schedule& schedule, const Trace& trace, const SiteNames& names, bool same_build)
      : schedule_(schedule),
        trace_(trace),
        names_(names),
        same_build_(same_build),
        seen_(StepsOf(trace)),
        summary_(Summarize(trace)) {}

  // Which plain accesses were recorded depends on which locations the process knew to be shared or racing, so only those that
  // both sides recorded are compared, each with the operation of the same number. Everything else must come in the same order.
  std::optional<Divergence> Run() {
    const auto& expected = schedule_.steps;
    const std::size_t last = Compared(expected, schedule_.end), last_seen = Compared(seen_, trace_.end_kind());
    for (std::size_t i = 0, j = 0;; ++i, ++j) {
      while (i < last && IsPlainAccess(expected[i].kind)) ++i;
      while (j < last_seen && IsPlainAccess(seen_[j].kind)) ++j;
      const ScheduleStep* e = i < last ? &expected[i] : nullptr;
      const ScheduleStep* s = j < last_seen ? &seen_[j] : nullptr;
      if (e == nullptr && s == nullptr) break;
      const bool ended = e == nullptr || s == nullptr;
      if (ended && schedule_.end == trace_.end_kind() && EndsAnywhere(schedule_.end)) return std::nullopt;
      if (ended && BothPassInWindow()) break;
      if (e == nullptr && WasCutOff(schedule_)) break;
      if (ended || !Same(*e, *s)) return Describe(i, e, s);
    }
    return ComparePlain();
  }

 private:
  bool Same(const ScheduleStep& e, const ScheduleStep& s) const {
    return e.tid == s.tid && e.kind == s.kind && e.ordinal == s.ordinal && SameSite(e.site, s.site);
  }

  // What comes after a window is cut off after a number of points, and which accesses are points depends on what the process knew
  // to be shared: another process cuts off earlier or later.
  bool BothPassInWindow() const {
    return schedule_.window != 0 && schedule_.end == abi::EndKind::kPass && trace_.end_kind() == abi::EndKind::kPass;
  }

  bool SameSite(std::uint32_t expected, std::uint32_t seen) const {
    if (same_build_) return expected == seen;
    const auto text = schedule_.sites.find(expected);
    if (text == schedule_.sites.end() || text->second.empty()) return true;
    const std::string& now = names_.Lookup(seen).identity;
    return now.empty() || now == text->second;
  }

  std::optional<Divergence> ComparePlain() const {
    std::unordered_map<std::uint64_t, const ScheduleStep*> seen;
    for (const ScheduleStep& step : seen_) seen.emplace(Key(step), &step);
    for (std::size_t i = 0; i < schedule_.steps.size(); ++i) {
      const ScheduleStep& step = schedule_.steps[i];
      if (!IsPlainAccess(step.kind)) continue;
      const auto found = seen.find(Key(step));
      if (found != seen.end() && !Same(step, *found->second)) return Describe(i, &step, found->second);
    }
    return std::nullopt;
  }

  std::string Text(const ScheduleStep& step, const std::string& path, const std::string& place) const {
    return fmt::format("thread {}: operation {}, {} at {}", path, step.ordinal, KindName(step.kind), place);
  }

  std::string ExpectedPlace(std::uint32_t site) const {
    if (same_build_) return names_.Describe(site);
    const auto text = schedule_.sites.find(site);
    return text == schedule_.sites.end() || text->second.empty() ? "?" : text->second;
  }

  Divergence Describe(std::size_t index, const ScheduleStep* e, const ScheduleStep* s) const {
    Divergence out{.step = index, .expected = {}, .seen = {}, .why = {}};
    const auto path = [&](std::uint16_t tid) {
      return tid < schedule_.thread_paths.size() ? schedule_.thread_paths[tid] : std::to_string(tid);
    };
    out.expected = e != nullptr ? Text(*e, path(e->tid), ExpectedPlace(e->site))
                                : fmt::format("the end of the run ({})", EndKindName(schedule_.end));
    out.seen = s != nullptr ? Text(*s, summary_.PathOf(s->tid), names_.Describe(s->site))
                            : fmt::format("the end of the run ({})", EndKindName(trace_.end_kind()));
    if (summary_.diverged) out.why = DivergedReasonName(static_cast<abi::DivergedReason>(summary_.diverged->value));
    return out;
  }

  const Schedule& schedule_;
  const Trace& trace_;
  const SiteNames& names_;
  bool same_build_;
  std::vector<ScheduleStep> seen_;
  Summary summary_;
};

// The runtime could not follow the plan although every step so far was as expected.
Divergence FromRuntime(const Summary& summary, const Schedule& schedule, const SiteNames& names) {
  Divergence out{
      .step = schedule.steps.size(), .expected = "the switches of the schedule", .seen = "the runtime gave up", .why = {}};
  if (!summary.diverged) return out;
  const abi::Event& d = *summary.diverged;
  out.step = d.caller;
  out.expected = fmt::format("switch {}: thread {} stops before operation {} at {}", d.caller + 1, summary.PathOf(d.tid),
                             d.ordinal, names.Describe(d.site));
  out.seen =
      fmt::format("operation {}, {} at {}", d.value2 & 0xffffffff, KindName(static_cast<abi::EventKind>(d.value2 >> 32 & 0xff)),
                  names.Describe(static_cast<std::uint32_t>(d.obj)));
  out.why = DivergedReasonName(static_cast<abi::DivergedReason>(d.value));
  return out;
}

// Of a run that ended before it, what it was about to do.
std::optional<ScheduleStep> FirstStep(const Trace& trace) {
  for (const abi::Event& event : trace.events) {
    if (IsCounted(event.kind)) return ScheduleStep{event.tid, event.kind, event.ordinal, event.site};
    if (event.kind == abi::EventKind::kDiverged)
      return ScheduleStep{event.tid, static_cast<abi::EventKind>(event.value2 >> 32 & 0xff),
                          static_cast<std::uint32_t>(event.value2), event.site};
  }
  return std::nullopt;
}

}  // namespace

std::optional<Divergence> FindDivergence(const Schedule& schedule, const Trace& trace, const SiteNames& names, bool same_build) {
  if (!schedule.by_seed) {
    if (auto found = Comparison(schedule, trace, names, same_build).Run()) return found;
  }
  if (trace.end_kind() == abi::EndKind::kDiverged) return FromRuntime(Summarize(trace), schedule, names);
  return std::nullopt;
}

bool FitBeginning(Schedule& schedule, const Trace& trace) {
  if (schedule.steps.empty() || schedule.start_at != 0) return false;
  const auto seen = FirstStep(trace);
  const ScheduleStep expected = schedule.steps.front();
  if (!seen || expected.tid != 0 || seen->tid != 0 || seen->kind != expected.kind || seen->ordinal == expected.ordinal)
    return false;
  const std::uint32_t by = seen->ordinal - expected.ordinal;  // modulo 2^32
  for (ScheduleStep& step : schedule.steps)
    if (step.tid == 0) step.ordinal += by;
  for (abi::Segment& segment : schedule.plan.segments)
    if (segment.tid == 0 && segment.until != abi::kUntilEnd && segment.until != abi::kUntilTail) segment.until += by;
  for (abi::OutcomeChoice& choice : schedule.plan.outcomes)
    if (choice.tid == 0) choice.ordinal += by;
  if (!schedule.race) return true;
  for (detect::EventName* name : {&schedule.race->first, &schedule.race->second})
    if (name->tid == 0) name->ordinal += by;
  return true;
}

Result<ReplayOutcome> Replay(Target& target, Schedule& schedule, SiteNames& names, bool same_build) {
  ReplayOutcome out;
  for (int i = 0; i < kTries; ++i) {
    RW_TRY(target.Submit(schedule.plan));
    RW_ASSIGN(const Target::Status status, target.NextRun(out.trace));
    if (status == Target::Status::kInterrupted) return Fail(ErrorCategory::kUsage, "interrupted");
    names.Use(out.trace);
    out.divergence = FindDivergence(schedule, out.trace, names, same_build);
    const Summary summary = Summarize(out.trace);
    out.same_end =
        WasCutOff(schedule) ||
        (out.trace.end_kind() == schedule.end &&
         (schedule.end == abi::EndKind::kTimeout || NormaliseMessage(schedule.message) == NormaliseMessage(summary.message)));
    out.race_seen = schedule.race && detect::AreConcurrent(out.trace, schedule.race->first, schedule.race->second);
    const bool as_expected = !out.divergence && (!schedule.race || out.race_seen);
    if (as_expected || (!FitBeginning(schedule, out.trace) && summary.shared.empty())) break;
  }
  return out;
}

ReplayOutcome WithRacing(Target& target, Schedule& schedule, ReplayOutcome outcome, SiteNames& names, bool same_build,
                         const std::vector<abi::SharedSlot>& racing) {
  constexpr std::size_t kMostRacing = 100;  // beyond that, the accesses would bury what people look for
  if (schedule.race || racing.empty() || racing.size() > kMostRacing || !outcome.Shows(schedule)) return outcome;
  target.AddRacing(racing);
  auto again = Replay(target, schedule, names, same_build);
  return again && again->Shows(schedule) ? std::move(*again) : std::move(outcome);
}

ReplayOutcome WithItsRaces(Target& target, Schedule& schedule, ReplayOutcome outcome, SiteNames& names, bool same_build) {
  constexpr std::size_t kLong = 200'000;  // events
  if (schedule.race || !outcome.trace.failed() || !outcome.Shows(schedule) || outcome.trace.events.size() > kLong) return outcome;
  // A location's accesses are recorded from the run on in which two threads were seen to share it.
  const auto again = Replay(target, schedule, names, same_build);
  if (!again) return outcome;
  detect::RaceDetector detector;
  detector.Analyse(again->trace);
  return WithRacing(target, schedule, std::move(outcome), names, same_build, detector.racing());
}

void DescribeTarget(const TargetOptions& options, Schedule& schedule) {
  schedule.directory = options.program.directory;
  schedule.environment = options.program.environment;
  schedule.isolation = options.isolation;
  schedule.pool_threads = options.pool_threads;
  schedule.follow = options.follow;
  schedule.start_at = options.start_at;
  schedule.window = options.window;
  schedule.gather = options.gather;
  schedule.gather_calls.clear();
  if (options.gather == 0) return;
  for (std::uint32_t i = 0; i < options.call_marks.size(); ++i)
    if ((options.call_marks[i] & abi::kMarkGathers) != 0) schedule.gather_calls.push_back(i);
}

// Those of a caller who knows the test come first: a version that is built elsewhere has its own.
static void UseSurroundings(const Schedule& schedule, Program& program) {
  std::error_code error;
  if (!program.directory.empty() || !std::filesystem::is_directory(schedule.directory, error)) return;
  program.directory = schedule.directory;
  program.path = std::filesystem::absolute(program.path, error).string();
  if (program.environment.empty()) program.environment = schedule.environment;
}

void ApplySchedule(const Schedule& schedule, TargetOptions& options) {
  options.isolation = schedule.isolation;
  options.pool_threads = schedule.pool_threads;
  options.follow = schedule.follow;
  options.start_at = schedule.start_at;
  options.window = schedule.window;
  options.gather = schedule.gather;
  UseSurroundings(schedule, options.program);
  for (const std::uint32_t call : schedule.gather_calls) {
    if (call >= kMostCalls) continue;
    if (options.call_marks.size() <= call) options.call_marks.resize(call + 1);
    options.call_marks[call] = static_cast<char>(options.call_marks[call] | abi::kMarkGathers);
  }
}

}  // namespace reweave::inline explore
