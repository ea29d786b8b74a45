#include "explore/strategies/dpor_strategy.h"
#include "explore/strategies/makers.h"
#include "trace/kinds.h"

#include <algorithm>
#include <bit>
#include <span>

namespace reweave::inline strategies {

namespace {

// Operations whose other outcomes the reduction does not go through: time limits. A program that has one is searched, but never
// said to be searched completely.
bool HasTimeLimit(const abi::Event& event) { return (event.flags & abi::kTimed) != 0; }
bool NotReversed(const abi::Event& event) { return IsEvent(event.kind) && HasTimeLimit(event); }
// What a step touches that ends the run: it must not sleep while others go on, since nothing comes after it.
constexpr Touch kAll{.object = TouchReader::kProcess, .write = true, .role = kOfAll};
// Freeing a block conflicts with accesses to it.
StrategyOptions WithAllocations(StrategyOptions options) {
  options.base.record |= abi::kRecordAlloc;
  return options;
}
}  // namespace

DporStrategy::DporStrategy(const StrategyOptions& options)
    : SearchBase(WithAllocations(options)),
      bound_(options.bound.value_or(kNoBound)),
      symmetry_(options.symmetry && !options.bound && !options.one_path),
      rng_(options.seed) {}

std::string DporStrategy::progress() const {
  std::size_t depth = 0;
  for (const Path& path : paths_) depth = std::max(depth, path.choices.size());
  return "depth " + std::to_string(depth);
}

// Small searches are not worth more than one path. Parts that other processes run are split where they have one.
int DporStrategy::lookahead() const {
  if (bounded() || options().one_path) return 1;
  return options().jobs > 1 ? options().jobs : observed_ < kFewRuns ? 1 : kPaths;
}

void DporStrategy::Begin() {
  paths_.clear();
  paths_.emplace_back();
  if (symmetry_) paths_.back().order.OrderInterchangeable();
  fresh_ = true;
  observed_ = blocked_ = 0;
  floor_ = 0;
}

bool DporStrategy::Sleeps(const Node& node, std::uint16_t process) {
  return std::ranges::any_of(node.sleep, [&](const Sleeper& s) { return s.process == process; });
}

// --- Choosing what to run ---------------------------------------------------------------------------------------------

std::optional<SearchBase::Job> DporStrategy::NextBranch() {
  if (fresh_) {
    fresh_ = false;
    paths_.front().out = true;
    return Job{};
  }
  while (paths_.size() < static_cast<std::size_t>(lookahead())) paths_.emplace_back();
  for (std::size_t i = 0; i < paths_.size(); ++i) {
    Path& path = paths_[i];
    if (path.out) continue;
    auto branch = NextOn(path);
    if (!branch && !Busy(path) && TakeOver(path)) branch = NextOn(path);
    if (!branch) continue;
    path.out = true;
    return Job{.branch = std::move(*branch), .tag = i};
  }
  return std::nullopt;
}

std::optional<Branch> DporStrategy::NextOn(Path& path) {
  if (path.steer) return std::exchange(path.steer, std::nullopt);
  while (path.choices.size() > floor_) {
    const std::size_t at = path.choices.size() - 1;
    Choice& choice = path.choices.back();
    Branch branch{.steps = path.steps, .at = static_cast<std::uint32_t>(at)};
    if (choice.outcomes_left != 0) {
      branch.outcome = static_cast<std::int16_t>(std::countr_zero(choice.outcomes_left));
      choice.outcomes_left &= choice.outcomes_left - 1;
    } else if (const auto open = OpenAt(path, at); !open.empty()) {
      if (choice.node->unsettled != 0) return std::nullopt;  // a run of another path will tell
      Choose(path, at, open[options().order == SearchOrder::kRandom ? rng_.Below(open.size()) : 0]);
    } else {
      path.choices.pop_back();
      continue;
    }
    branch.tid = path.order.TidOf(choice.chosen);
    return branch;
  }
  return std::nullopt;
}

// Goes on, in place of a path that came to its end, where another one has left something: as early as possible, since that is
// most.
bool DporStrategy::TakeOver(Path& path) {
  const Path* from = nullptr;
  std::size_t first = ~std::size_t{0};
  for (const Path& other : paths_)
    for (std::size_t at = floor_; at < std::min(other.choices.size(), first); ++at) {
      if (other.choices[at].node->unsettled != 0 || OpenAt(other, at).empty()) continue;
      from = &other, first = at;
    }
  if (from == nullptr) return false;
  path.order = from->order.Prefix(first);
  path.steps = from->steps;
  path.choices.assign(from->choices.begin(), from->choices.begin() + static_cast<std::ptrdiff_t>(first) + 1);
  for (Choice& choice : path.choices) choice.outcomes_left = 0, choice.settled = true;  // the other path's to do
  return true;
}

void DporStrategy::Choose(Path& path, std::size_t at, std::uint16_t process) {
  Choice& choice = path.choices[at];
  Node& node = *choice.node;
  choice.chosen = process;
  choice.cost = CostOf(path, at, process);
  choice.asleep = node.sleep.size();
  choice.touches = std::make_shared<std::vector<Touch>>();
  choice.settled = false;
  node.taken.Insert(process);
  ++node.unsettled;
}

// The step of this choice was appended: once all its outcomes were, whoever is chosen after it lets it sleep.
void DporStrategy::Settle(Path& path, std::size_t at) {
  Choice& choice = path.choices[at];
  if (choice.settled) return;
  const auto& touched = path.order.touches(at);
  choice.touches->insert(choice.touches->end(), touched.begin(), touched.end());
  if (choice.outcomes_left != 0) return;
  choice.settled = true;
  --choice.node->unsettled;
  if (!bounded()) choice.node->sleep.push_back({choice.chosen, choice.touches});
}

// The run did not follow its branch: what the choice touches stays unknown, so it never sleeps.
void DporStrategy::Lost(const Job& job) {
  Path& path = paths_[job.tag];
  path.out = false;
  if (!job.branch.steps || path.choices.size() <= job.branch.at) return;
  Choice& choice = path.choices[job.branch.at];
  if (!choice.settled) choice.settled = true, --choice.node->unsettled;
}

std::vector<std::uint16_t> DporStrategy::OpenAt(const Path& path, std::size_t at) const {
  const Node& node = *path.choices[at].node;
  std::vector<std::uint16_t> open;
  node.backtrack.ForEach([&](std::uint32_t p) {
    const auto process = static_cast<std::uint16_t>(p);
    if (!node.taken.contains(p) && !Sleeps(node, process) && CostOf(path, at, process) <= bound_) open.push_back(process);
  });
  return open;
}

std::uint32_t DporStrategy::CostOf(const Path& path, std::size_t at, std::uint16_t process) {
  if (at == 0) return 0;
  const Choice& before = path.choices[at - 1];
  return before.cost + (before.chosen != process && path.choices[at].node->enabled.contains(before.chosen));
}

// --- Learning from a run ----------------------------------------------------------------------------------------------

SearchBase::Verdict DporStrategy::Expand(const Job& job, const RunView& run, const Trace& trace) {
  Path& path = paths_[job.tag];
  path.out = false;
  ++observed_;
  if (symmetry_ && identity_.Matters(trace)) return WithoutSymmetry();
  members_ = std::max(members_, identity_.members());
  std::size_t at = job.branch.steps ? job.branch.at : 0;
  path.order.Truncate(at);
  path.choices.resize(std::min(path.choices.size(), at + 1));
  path.steps = std::make_shared<const Steps>(run.steps());
  for (; at < run.size(); ++at) {
    if (symmetry_ && members_ != 0 && MayDiffer(path, at, run)) return WithoutSymmetry();
    if (at >= path.choices.size() && !Enter(path, at, run)) {
      ++blocked_;
      if (!SteerAround(path, at, run)) path.choices.resize(at);
      return Verdict::kRedundant;
    }
    const bool fixed = job.branch.steps && at == job.branch.at && job.branch.outcome != Branch::kAnyOutcome;
    if (!fixed) path.choices[at].outcomes_left = run.outcomes(at) & ~(1ull << run.step(at).outcome);
    path.order.Append(run, trace, races_);
    if (at + 1 == run.size() && CutsOff(run, trace)) path.choices[at].touches->insert(path.choices[at].touches->begin(), kAll);
    Settle(path, at);
    AddRaces(path, at);
  }
  FinishRun(path, run, trace);
  return Verdict::kCounts;
}

// A new node for step `at`. False: its thread sleeps, or makes its first step too early; so the run from here on is known.
bool DporStrategy::Enter(Path& path, std::size_t at, const RunView& run) {
  path.choices.emplace_back().node = std::make_shared<Node>();
  Node& node = *path.choices.back().node;
  const auto process = [&](std::uint32_t tid) { return path.order.ProcessOf(static_cast<std::uint16_t>(tid)); };
  run.enabled(at).ForEach([&](std::uint32_t tid) { node.enabled.Insert(process(tid)); });
  run.passed_over(at).ForEach([&](std::uint32_t tid) { node.passed.Insert(process(tid)); });
  if (at > 0 && !bounded()) FillSleep(path, node, at);
  const std::uint16_t chosen = process(run.step(at).tid);
  node.backtrack.Insert(chosen);
  Choose(path, at, chosen);
  if (symmetry_) {
    run.enabled(at).ForEach([&](std::uint32_t tid) {
      if (path.order.WaitsFor(process(tid)) != ExecutionOrder::kNobody) node.enabled.Erase(process(tid));
    });
    if (path.order.WaitsFor(chosen) != ExecutionOrder::kNobody) return false;
  }
  return !Sleeps(node, chosen);
}

// A thread could make its first step where the one made before it, which is interchangeable with it, could not. Or some are
// passed over, which depends on more than their steps.
bool DporStrategy::MayDiffer(const Path& path, std::size_t at, const RunView& run) {
  bool differ = !run.passed_over(at).empty();
  run.enabled(at).ForEach([&](std::uint32_t tid) {
    const std::uint16_t older = path.order.WaitsFor(path.order.ProcessOf(static_cast<std::uint16_t>(tid)));
    if (older != ExecutionOrder::kNobody) differ |= !run.enabled(at).contains(path.order.TidOf(older));
  });
  return differ;
}

SearchBase::Verdict DporStrategy::WithoutSymmetry() {
  symmetry_ = false;
  return Verdict::kBeginAnew;
}

void DporStrategy::FillSleep(const Path& path, Node& node, std::size_t at) const {
  const Choice& before = path.choices[at - 1];
  for (const Sleeper& sleeper : std::span(before.node->sleep).first(before.asleep))
    if (sleeper.process != before.chosen &&
        !Dependent(sleeper.process, *sleeper.touches, before.chosen, path.order.touches(at - 1)))
      node.sleep.push_back(sleeper);
}

// The default choice sleeps at the newest node: go on with somebody who does not.
bool DporStrategy::SteerAround(Path& path, std::size_t at, const RunView& run) {
  Choice& choice = path.choices[at];
  Node& node = *choice.node;
  std::optional<std::uint16_t> other;
  node.enabled.ForEach([&](std::uint32_t p) {
    if (!other && !Sleeps(node, static_cast<std::uint16_t>(p))) other = static_cast<std::uint16_t>(p);
  });
  if (!other) {  // whoever yielded may go on where all others sleep
    run.passed_over(at).ForEach([&](std::uint32_t tid) {
      const std::uint16_t p = path.order.ProcessOf(static_cast<std::uint16_t>(tid));
      if (!other && !Sleeps(node, p) && path.order.WaitsFor(p) == ExecutionOrder::kNobody) other = p;
    });
  }
  if (!other) return false;
  choice.chosen = *other;
  node.backtrack.Clear();
  node.backtrack.Insert(*other);
  node.taken = node.backtrack;
  path.steer = Branch{.steps = path.steps, .at = static_cast<std::uint32_t>(at), .tid = path.order.TidOf(*other)};
  return true;
}

void DporStrategy::AddRaces(Path& path, std::size_t limit) {
  for (const Race& race : races_) AddBacktrack(path, race, limit);
}

// race: of step `limit` (or of a blocked operation, limit = number of steps) with an earlier one.
void DporStrategy::AddBacktrack(Path& path, const Race& race, std::size_t limit) {
  if (race.first < floor_) return;  // another part tries every thread there
  const Node& node = *path.choices[race.first].node;
  const bool was_pending = race.process < race.past.size()
                               ? [&] {  // all steps of the second's thread that precede it precede the first as well
                                   for (std::size_t k = race.first + 1; k < limit; ++k)
                                     if (path.order.process(k) == race.process) return false;
                                   return true;
                                 }()
                               : true;
  if (race.enabling && !(was_pending && node.enabled.contains(race.process))) return;
  AddInitial(path, race.first, InitialsOf(path.order, race, limit), race.process);
}

// Threads whose next step may come first in: the steps after the first of the race that do not depend on it, then the second.
ThreadSet DporStrategy::InitialsOf(const ExecutionOrder& order, const Race& race, std::size_t limit) {
  ThreadSet initials, seen;
  std::vector<std::size_t> firsts;
  const auto independent_of_firsts = [&](const Clock& clock) {
    return std::ranges::none_of(firsts, [&](std::size_t k) { return order.Includes(clock, k); });
  };
  for (std::size_t k = race.first + 1; k < limit; ++k) {
    const std::uint16_t process = order.process(k);
    if (seen.contains(process) || order.Before(race.first, k)) continue;
    seen.Insert(process);
    if (independent_of_firsts(order.clock(k))) initials.Insert(process);
    firsts.push_back(k);
  }
  if (!seen.contains(race.process) && independent_of_firsts(race.past)) initials.Insert(race.process);
  return initials;
}

void DporStrategy::AddInitial(Path& path, std::size_t at, const ThreadSet& initials, std::uint16_t preferred) {
  Node& node = *path.choices[at].node;
  bool covered = false;
  std::optional<std::uint16_t> pick;
  initials.ForEach([&](std::uint32_t p) {
    const auto process = static_cast<std::uint16_t>(p);
    if (bounded() ? node.backtrack.contains(p) && p == preferred : node.backtrack.contains(p) || Sleeps(node, process))
      covered = true;
    if (node.enabled.contains(p) && (!pick || process == preferred)) pick = process;
  });
  if (bounded()) {  // every initial: which one is within the bound shows only later
    initials.ForEach([&](std::uint32_t p) {
      if (node.passed.contains(p)) AddPassedOver(path, at, static_cast<std::uint16_t>(p));
      if (!node.enabled.contains(p)) return;
      node.backtrack.Insert(p);
      AddConservative(path, at, static_cast<std::uint16_t>(p));
    });
    return;
  }
  if (covered) return;
  if (pick) return node.backtrack.Insert(*pick);
  initials.ForEach([&](std::uint32_t p) {
    if (node.passed.contains(p) && (!pick || p == preferred)) pick = static_cast<std::uint16_t>(p);
  });
  if (pick) return AddPassedOver(path, at, *pick);
  // Nobody who should be able to begin is: the dependencies say too little here. All others, so that nothing is lost.
  if (!initials.empty()) node.enabled.ForEach([&](std::uint32_t p) { node.backtrack.Insert(p); });
}

// Only a thread that yielded or spins can make the other order: it is run although it would be passed over.
void DporStrategy::AddPassedOver(Path& path, std::size_t at, std::uint16_t process) {
  int forced = 0;
  for (std::size_t k = 0; k < at; ++k)
    forced += path.choices[k].chosen == process && path.choices[k].node->passed.contains(process);
  if (forced < kMostForced) path.choices[at].node->backtrack.Insert(process);
  else GiveUpCompleteness();
}

// Where switching to `process` costs nothing: before the first step of the block that step `at` belongs to.
void DporStrategy::AddConservative(Path& path, std::size_t at, std::uint16_t process) {
  std::size_t start = at;
  while (start > 0 && path.choices[start - 1].chosen == path.choices[at].chosen) --start;
  Node& node = *path.choices[start].node;
  if (node.enabled.contains(process)) node.backtrack.Insert(process);
  else if (start != at) node.enabled.ForEach([&](std::uint32_t p) { node.backtrack.Insert(p); });
}

// The last step ended the run although others could have gone on. So it depends on all that they would have done.
bool DporStrategy::CutsOff(const RunView& run, const Trace& trace) {
  if (trace.end_kind() == abi::EndKind::kTimeout) return false;
  const std::uint16_t last = run.step(run.size() - 1).tid;
  return std::ranges::any_of(run.pending(), [&](const abi::Event& p) { return p.value2 != 0 && p.tid != last; });
}

void DporStrategy::FinishRun(Path& path, const RunView& run, const Trace& trace) {
  if (run.size() == 0) return;
  if (trace.end_kind() == abi::EndKind::kTimeout || std::ranges::any_of(trace.events, NotReversed) ||
      std::ranges::any_of(run.pending(), HasTimeLimit))
    GiveUpCompleteness();
  const bool cut = CutsOff(run, trace);
  const std::size_t at = run.size() - 1;
  for (const abi::Event& pending : run.pending()) {
    if (cut ? pending.tid == run.step(at).tid || run.enabled(at).contains(pending.tid) : pending.value2 != 0) continue;
    path.order.PendingRaces(pending, run, trace, races_);
    AddRaces(path, run.size());
  }
  if (!cut || path.choices.size() <= floor_) return;
  Node& last = *path.choices.back().node;
  last.enabled.ForEach([&](std::uint32_t p) { last.backtrack.Insert(p); });
  last.passed.ForEach([&](std::uint32_t p) { AddPassedOver(path, at, static_cast<std::uint16_t>(p)); });
}

std::unique_ptr<Strategy> MakeDporStrategy(const StrategyOptions& options) { return std::make_unique<DporStrategy>(options); }

}  // namespace reweave::inline strategies
