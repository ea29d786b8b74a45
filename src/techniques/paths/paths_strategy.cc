#include "techniques/paths/paths_strategy.h"

#include <fmt/format.h>

#include <algorithm>

#include "detect/reorder.h"
#include "explore/search/first_run.h"
#include "explore/search/patience.h"
#include "techniques/paths/makers.h"
#include "trace/io.h"

namespace reweave::paths {

namespace {

std::function<bool()> OverOf(const StrategyOptions& options) {
  const auto patience = options.inputs.Get<Patience>();
  return patience != nullptr ? patience->over : std::function<bool()>();
}

// What a run did, as an order that OrderToPlan takes.
std::vector<std::uint32_t> Executed(const Trace& trace) {
  std::vector<std::uint32_t> out;
  for (std::uint32_t i = 0; i < trace.events.size(); ++i)
    if (IsPoint(trace.events[i]) || IsPlainAccess(trace.events[i].kind)) out.push_back(i);
  return out;
}

// What the thread of an event does next: a step, or what it had before it at the end. It has ended: at no ordinal.
abi::Event NextStop(const Trace& trace, std::uint32_t after) {
  const std::uint16_t tid = trace.events[after].tid;
  for (std::uint32_t i = after + 1; i < trace.events.size(); ++i) {
    const abi::Event& event = trace.events[i];
    const bool stops = IsPoint(event) || IsPlainAccess(event.kind) || event.kind == abi::EventKind::kPending;
    if (event.tid == tid && stops) return event;
  }
  abi::Event none{};
  none.ordinal = abi::kUntilEnd;
  return none;
}

constexpr unsigned kMostRoots = 16;  // first runs, if none came to an end

bool IsOutside(abi::EventKind kind) {
  return kind == abi::EventKind::kFdOp || kind == abi::EventKind::kSendSignal || kind == abi::EventKind::kSignalHandler ||
         kind == abi::EventKind::kSignalLater;
}

// What depends on every step of every thread, whoever does it: a copy of the whole memory for a child, a handler that may run at
// another step.
bool IsOutsideAlone(const abi::Event& event) {
  if (event.kind == abi::EventKind::kSignalHandler || event.kind == abi::EventKind::kSignalLater) return true;
  return event.kind == abi::EventKind::kFdOp && IoUseOf(event).forks;
}

}  // namespace

Result<void> CheckParameter(std::string_view parameter) {
  if (parameter.empty() || parameter == "paper" || parameter == "all") return {};
  return Fail(ErrorCategory::kUsage, "not a setting of this strategy", std::string(parameter), {},
              "paths:all continues after every combination of outcomes was seen; paths:paper chooses runs as published");
}

PathsStrategy::PathsStrategy(const StrategyOptions& options, Mode mode, std::shared_ptr<const Settings> settings)
    : options_(options),
      mode_(mode),
      settings_(settings != nullptr ? std::move(settings) : std::make_shared<const Settings>()),
      program_(settings_->loader ? settings_->loader : ProgramSlices::FromFile),
      search_({.mode = mode,
               .node_cap = settings_->node_cap,
               .over = OverOf(options),
               .stop_at_rows = !settings_->all && options.parameter != "all",
               .every_turn = settings_->all || options.parameter == "all"}) {
  if (settings_->compares) search_.Prefer([this](std::uint32_t site) { return Touches(site); });
}

std::string_view PathsStrategy::name() const {
  return mode_ == Mode::kReach ? "reach" : mode_ == Mode::kPairs ? "tpair" : "paths";
}

Plan PathsStrategy::PlanFor(const Trace& basis, const std::vector<std::uint32_t>& events) const {
  Plan plan = options_.base;
  if (!events.empty()) {
    detect::PlannedOrder planned = detect::OrderToPlan(basis, events, true);
    plan.segments = std::move(planned.segments);
    plan.outcomes = std::move(planned.outcomes);
  }
  plan.tail = abi::TailPolicy::kStay;
  plan.granularity = abi::Granularity::kAll;  // every access must be a place to stop at, known to be shared or not
  plan.record |= kRecordForPaths;
  plan.seed = options_.seed;
  plan.runs = 1;
  return plan;
}

Plan PathsStrategy::PlanFor(const Test& test) const {
  const Trace& trace = *traces_[test.source];
  const Execution& run = *runs_[test.source];
  const std::vector<std::uint32_t> events = EventOrder(trace, run, test.order);
  const std::vector<std::uint16_t> numbers = detect::ThreadNumbers(trace, events);
  Plan plan = PlanFor(trace, events);
  const auto at = [&](std::uint32_t op, const abi::OutcomeChoice& choice) {
    const abi::Event& event = trace.events[run.ops[op].event];
    return choice.tid == numbers[event.tid] && choice.ordinal == event.ordinal;
  };
  // The last operation is the one that differs: its outcome is not the recorded one. A signal wakes whom the order says.
  std::erase_if(plan.outcomes, [&](const abi::OutcomeChoice& choice) { return !test.dead && at(test.order.back(), choice); });
  for (const auto& [op, choice] : test.choices) {
    std::erase_if(plan.outcomes, [&](const abi::OutcomeChoice& known) { return at(op, known); });
    const abi::Event& event = trace.events[run.ops[op].event];
    if (choice != 0) plan.outcomes.push_back({numbers[event.tid], choice, 0, event.ordinal});
  }
  return plan;
}

Plan PathsStrategy::PlanFor(const CutRuns::Continuation& cut) const {
  const Trace& trace = *cut.trace;
  Plan plan = PlanFor(trace, cut.events);
  if (!plan.segments.empty()) {  // its last thread stops before its next step
    abi::Segment& last = plan.segments.back();
    const abi::Event next = NextStop(trace, cut.events.back());
    last.until = next.ordinal;
    if (IsPlainAccess(next.kind)) last.kind = next.kind, last.site = next.site;
  }
  const std::uint16_t tid = detect::ThreadNumbers(trace, cut.events)[cut.ready.front()];
  plan.segments.push_back(
      {.tid = tid, .kind = abi::EventKind::kNone, .reserved = 0, .until = abi::kUntilTail, .site = 0, .reserved2 = 0});
  return plan;
}

std::optional<Plan> PathsStrategy::Next() {
  if (!unusable_.empty()) return std::nullopt;
  continues_ = false;
  if (!std::exchange(started_, true)) {
    const auto first = options_.inputs.Get<FirstRun>();
    if (first == nullptr) return PlanFor({}, {});
    Analyse(*first->trace, true);
  }
  if (diverged_ != nullptr) return PlanFor(*diverged_, Executed(*diverged_));
  if (traces_.empty()) return std::nullopt;
  test_ = search_.Next();
  if (test_) return PlanFor(*test_);
  if (const auto cut = cut_.Next(search_)) {
    continues_ = true;
    return PlanFor(*cut);
  }
  if (ended_runs_ != 0 || roots_ == kMostRoots) return std::nullopt;
  // No run came to an end, and what the threads would have done later is not known: another first run.
  Plan plan = PlanFor({}, {});
  plan.tail = abi::TailPolicy::kRandom, plan.seed = options_.seed + ++roots_;
  return plan;
}

void PathsStrategy::Observe(const Plan&, const Trace& trace) {
  counts_ = true;
  sequential_ = trace.sequential;
  if (sequential_) return;
  if (trace.end_kind() == abi::EndKind::kDiverged) {
    ++diverged_runs_;
    counts_ = false;
    ++discarded_;
    if (diverged_ == nullptr && test_) {
      diverged_ = std::make_shared<const Trace>(trace);
      return;
    }
    // Twice: the program is not repeatable here. What was run is all there is.
    diverged_ = nullptr;
    if (test_ && !runs_.empty()) Analyse(trace, false);
    return;
  }
  const bool followed = diverged_ == nullptr;
  diverged_ = nullptr;
  Analyse(trace, followed);
}

void PathsStrategy::Analyse(const Trace& trace, bool followed) {
  if (const std::string problem = Unusable(trace); !problem.empty()) {
    if (unusable_.empty()) unusable_ = problem;
    return;
  }
  auto run = std::make_shared<const Execution>(Extract(trace, program_, search_.shown().variables));
  for (const abi::Event& event : trace.events)
    if (event.kind == abi::EventKind::kBranch) sites_.insert(event.site);
    else if (IsOutside(event.kind)) outside_.insert(event.tid), one_is_enough_ |= IsOutsideAlone(event);
  traces_.push_back(std::make_shared<const Trace>(trace));
  runs_.push_back(run);
  ended_runs_ += run->complete || run->deadlock || EndsByFailure(trace);
  cut_.Add(traces_.back(), run, std::exchange(continues_, false));
  const std::optional<std::uint32_t> test = test_ ? std::optional(test_->id) : std::nullopt;
  test_.reset();
  // Only what comes from outside the program can be another time what it was not this time.
  search_.Add(run, test, followed, outside_.empty());
  turns_left_out_ = turns_left_out_ || search_.last_relevance().turns_left_out;
  unexplained_ += run->unexplained;
  CheckLocks(trace, *run);
  if (settings_->why_line != 0) Explain(*run);
  const std::vector<bool> needed = search_.NeededRuns();
  for (std::size_t i = 0; i < needed.size(); ++i)
    if (!needed[i]) traces_[i] = nullptr, runs_[i] = nullptr;
}

void PathsStrategy::CheckLocks(const Trace& trace, const Execution& run) {
  discipline_.Add(run, static_cast<std::uint32_t>(runs_.size()));
  const Manners manners = MannersOf(run);
  manners_.insert(manners.key);
  odd_unlocks_ = std::max<std::uint64_t>(odd_unlocks_, manners.odd_unlocks);
  if (run.complete) held_at_exit_ = std::max<std::uint64_t>(held_at_exit_, manners.held_at_end);
  races_.Analyse(trace);
  for (const detect::RacePair& pair : races_.pairs())
    if (!pair.potential) raced_.insert(std::minmax({pair.first.site, pair.second.site}));
}

bool PathsStrategy::exhausted() const {
  const bool turns = turns_left_out_ && mode_ == Mode::kDefault;
  return unusable_.empty() && search_.complete() && diverged_runs_ == 0 && !cut_.unknown() && ended_runs_ != 0 &&
         !SeesOutside() && !turns && unexplained_ == 0;
}

// Whether the change touches this place: its line, or what its accesses come after.
bool PathsStrategy::Touches(std::uint32_t site) const {
  const auto [known, fresh] = touches_.try_emplace(site, false);
  if (!fresh) return known->second;
  const ProgramSlices::Place& place = program_.Find(site);
  const bool on_line = place.site != nullptr &&
                       settings_->changed.contains({std::string(place.site->position().file), place.site->position().line});
  return known->second = on_line || settings_->impacted.contains(site);
}

std::string PathsStrategy::progress() const { return fmt::format("{} left to try", search_.left()); }

std::unique_ptr<Strategy> MakePathsStrategy(const StrategyOptions& options) {
  auto settings = options.inputs.Get<paths::Settings>();
  if (!paths::CheckParameter(options.parameter)) return nullptr;
  const bool paper = (settings != nullptr && settings->paper) || options.parameter == "paper";
  return std::make_unique<paths::PathsStrategy>(options, paper ? paths::Mode::kPaper : paths::Mode::kDefault,
                                                std::move(settings));
}
std::unique_ptr<Strategy> MakeReachStrategy(const StrategyOptions& options) {
  return std::make_unique<paths::PathsStrategy>(options, paths::Mode::kReach, options.inputs.Get<paths::Settings>());
}
std::unique_ptr<Strategy> MakeThreadPairsStrategy(const StrategyOptions& options) {
  return std::make_unique<paths::PathsStrategy>(options, paths::Mode::kPairs, options.inputs.Get<paths::Settings>());
}

}  // namespace reweave::paths
