#include "explore/strategies/dpor_strategy.h"
#include "explore/strategies/makers.h"
#include "trace/kinds.h"

#include <algorithm>
#include <bit>

namespace reweave::inline strategies {

namespace {

// Operations whose other outcomes the reduction does not go through: time limits. A program that has one is searched, but never
// said to be searched completely.
bool NotReversed(const abi::Event& event) { return IsEvent(event.kind) && (event.flags & abi::kTimed) != 0; }
// Freeing a block conflicts with accesses to it.
StrategyOptions WithAllocations(StrategyOptions options) {
  options.base.record |= abi::kRecordAlloc;
  return options;
}
}  // namespace

DporStrategy::DporStrategy(const StrategyOptions& options)
    : SearchBase(WithAllocations(options)), bound_(options.bound.value_or(kUnbounded)), rng_(options.seed) {}

std::string DporStrategy::progress() const { return "depth " + std::to_string(nodes_.size()); }

void DporStrategy::Begin() {
  nodes_.clear();
  order_.Truncate(0);
  steer_.reset();
  steps_.reset();
  fresh_ = true;
  blocked_ = 0;
  floor_ = 0;
}

bool DporStrategy::Sleeps(const Node& node, std::uint16_t process) {
  return std::ranges::any_of(node.sleep, [&](const Sleeper& s) { return s.process == process; });
}

// --- Choosing what to run ---------------------------------------------------------------------------------------------

std::optional<SearchBase::Job> DporStrategy::NextBranch() {
  if (fresh_) {
    fresh_ = false;
    return Job{};
  }
  if (runs_out() != 0) return std::nullopt;  // depth first: one run at a time
  if (steer_) return Job{.branch = *std::exchange(steer_, std::nullopt)};
  while (nodes_.size() > floor_) {
    const std::size_t at = nodes_.size() - 1;
    Node& node = nodes_.back();
    Branch branch{.steps = steps_, .at = static_cast<std::uint32_t>(at)};
    if (node.outcomes_left != 0) {
      const int outcome = std::countr_zero(node.outcomes_left);
      node.outcomes_left &= node.outcomes_left - 1;
      const auto& touched = order_.touches(at);
      node.chosen_touches->insert(node.chosen_touches->end(), touched.begin(), touched.end());
      branch.tid = order_.TidOf(node.chosen);
      branch.outcome = static_cast<std::int16_t>(outcome);
      return Job{.branch = std::move(branch)};
    }
    MarkDone(node, at);
    if (const auto next = NextOf(node, at)) {
      node.chosen = *next;
      node.cost = CostOf(at, *next);
      node.chosen_touches = std::make_shared<std::vector<Touch>>();
      branch.tid = order_.TidOf(*next);
      return Job{.branch = std::move(branch)};
    }
    nodes_.pop_back();
  }
  return std::nullopt;
}

void DporStrategy::MarkDone(Node& node, std::size_t at) {
  node.done.Insert(node.chosen);
  if (bounded()) return;
  const auto& touched = order_.touches(at);
  node.chosen_touches->insert(node.chosen_touches->end(), touched.begin(), touched.end());
  node.sleep.push_back({node.chosen, node.chosen_touches});
}

std::optional<std::uint16_t> DporStrategy::NextOf(const Node& node, std::size_t at) {
  std::vector<std::uint16_t> open;
  node.backtrack.ForEach([&](std::uint32_t p) {
    const auto process = static_cast<std::uint16_t>(p);
    if (!node.done.contains(p) && !Sleeps(node, process) && CostOf(at, process) <= bound_) open.push_back(process);
  });
  if (open.empty()) return std::nullopt;
  return open[options().order == SearchOrder::kRandom ? rng_.Below(open.size()) : 0];
}

std::uint32_t DporStrategy::CostOf(std::size_t at, std::uint16_t process) const {
  if (at == 0) return 0;
  const Node& before = nodes_[at - 1];
  return before.cost + (before.chosen != process && nodes_[at].enabled.contains(before.chosen));
}

// --- Learning from a run ----------------------------------------------------------------------------------------------

SearchBase::Verdict DporStrategy::Expand(const Job& job, const RunView& run, const Trace& trace) {
  std::size_t at = job.branch.steps ? job.branch.at : 0;
  order_.Truncate(at);
  nodes_.resize(std::min(nodes_.size(), at + 1));
  steps_ = std::make_shared<const Steps>(run.steps());
  for (; at < run.size(); ++at) {
    if (at >= nodes_.size() && !Enter(at, run)) {
      ++blocked_;
      if (!SteerAround(at, run)) nodes_.resize(at);
      return Verdict::kRedundant;
    }
    Node& node = nodes_[at];
    const bool fixed = job.branch.steps && at == job.branch.at && job.branch.outcome != Branch::kAnyOutcome;
    if (!fixed) node.outcomes_left = run.outcomes(at) & ~(1ull << run.step(at).outcome);
    order_.Append(run, trace, races_);
    AddRaces(at);
  }
  FinishRun(run, trace);
  return Verdict::kCounts;
}

// A new node for step `at`. False: its thread sleeps, so the run from here on is known.
bool DporStrategy::Enter(std::size_t at, const RunView& run) {
  nodes_.emplace_back();
  Node& node = nodes_.back();
  run.enabled(at).ForEach([&](std::uint32_t tid) { node.enabled.Insert(order_.ProcessOf(static_cast<std::uint16_t>(tid))); });
  run.passed_over(at).ForEach([&](std::uint32_t tid) { node.passed.Insert(order_.ProcessOf(static_cast<std::uint16_t>(tid))); });
  node.chosen = order_.ProcessOf(run.step(at).tid);
  node.backtrack.Insert(node.chosen);
  node.cost = CostOf(at, node.chosen);
  node.chosen_touches = std::make_shared<std::vector<Touch>>();
  if (at > 0 && !bounded()) FillSleep(node, at);
  return !Sleeps(node, node.chosen);
}

void DporStrategy::FillSleep(Node& node, std::size_t at) const {
  const Node& before = nodes_[at - 1];
  for (const Sleeper& sleeper : before.sleep)
    if (sleeper.process != before.chosen && !Dependent(sleeper.process, *sleeper.touches, before.chosen, order_.touches(at - 1)))
      node.sleep.push_back(sleeper);
}

// The default choice sleeps at the newest node: go on with somebody who does not.
bool DporStrategy::SteerAround(std::size_t at, const RunView& run) {
  Node& node = nodes_[at];
  std::optional<std::uint16_t> other;
  node.enabled.ForEach([&](std::uint32_t p) {
    if (!other && !Sleeps(node, static_cast<std::uint16_t>(p))) other = static_cast<std::uint16_t>(p);
  });
  if (!other) {  // whoever yielded may go on where all others sleep
    run.passed_over(at).ForEach([&](std::uint32_t tid) {
      const std::uint16_t p = order_.ProcessOf(static_cast<std::uint16_t>(tid));
      if (!other && !Sleeps(node, p)) other = p;
    });
  }
  if (!other) return false;
  node.chosen = *other;
  node.backtrack.Clear();
  node.backtrack.Insert(*other);
  steer_ = Branch{.steps = steps_, .at = static_cast<std::uint32_t>(at), .tid = order_.TidOf(*other)};
  return true;
}

void DporStrategy::AddRaces(std::size_t limit) {
  for (const Race& race : races_) AddBacktrack(race, limit);
}

// race: of step `limit` (or of a blocked operation, limit = number of steps) with an earlier one.
void DporStrategy::AddBacktrack(const Race& race, std::size_t limit) {
  if (race.first < floor_) return;  // another part tries every thread there
  Node& node = nodes_[race.first];
  const bool was_pending = race.process < race.past.size()
                               ? [&] {  // all steps of the second's thread that precede it precede the first as well
                                   for (std::size_t k = race.first + 1; k < limit; ++k)
                                     if (order_.process(k) == race.process) return false;
                                   return true;
                                 }()
                               : true;
  if (race.enabling && !(was_pending && node.enabled.contains(race.process))) return;
  const ThreadSet initials = InitialsOf(race, limit);
  AddInitial(node, race.first, initials, race.process);
}

// Threads whose next step may come first in: the steps after the first of the race that do not depend on it, then the second.
ThreadSet DporStrategy::InitialsOf(const Race& race, std::size_t limit) const {
  ThreadSet initials, seen;
  std::vector<std::size_t> firsts;
  const auto independent_of_firsts = [&](const Clock& clock) {
    return std::ranges::none_of(firsts, [&](std::size_t k) { return order_.Includes(clock, k); });
  };
  for (std::size_t k = race.first + 1; k < limit; ++k) {
    const std::uint16_t process = order_.process(k);
    if (seen.contains(process) || order_.Before(race.first, k)) continue;
    seen.Insert(process);
    if (independent_of_firsts(order_.clock(k))) initials.Insert(process);
    firsts.push_back(k);
  }
  if (!seen.contains(race.process) && independent_of_firsts(race.past)) initials.Insert(race.process);
  return initials;
}

void DporStrategy::AddInitial(Node& node, std::size_t at, const ThreadSet& initials, std::uint16_t preferred) {
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
      if (node.passed.contains(p)) AddPassedOver(node, at, static_cast<std::uint16_t>(p));
      if (!node.enabled.contains(p)) return;
      node.backtrack.Insert(p);
      AddConservative(at, static_cast<std::uint16_t>(p));
    });
    return;
  }
  if (covered) return;
  if (pick) return node.backtrack.Insert(*pick);
  initials.ForEach([&](std::uint32_t p) {
    if (node.passed.contains(p) && (!pick || p == preferred)) pick = static_cast<std::uint16_t>(p);
  });
  if (pick) return AddPassedOver(node, at, *pick);
  // Nobody who should be able to begin is: the dependencies say too little here. All others, so that nothing is lost.
  if (!initials.empty()) node.enabled.ForEach([&](std::uint32_t p) { node.backtrack.Insert(p); });
}

// Only a thread that yielded or spins can make the other order: it is run although it would be passed over.
void DporStrategy::AddPassedOver(Node& node, std::size_t at, std::uint16_t process) {
  int forced = 0;
  for (std::size_t k = 0; k < at; ++k) forced += nodes_[k].chosen == process && nodes_[k].passed.contains(process);
  if (forced < kMostForced) node.backtrack.Insert(process);
  else GiveUpCompleteness();
}

// Where switching to `process` costs nothing: before the first step of the block that step `at` belongs to.
void DporStrategy::AddConservative(std::size_t at, std::uint16_t process) {
  std::size_t start = at;
  while (start > 0 && nodes_[start - 1].chosen == nodes_[at].chosen) --start;
  if (nodes_[start].enabled.contains(process)) nodes_[start].backtrack.Insert(process);
  else if (start != at) nodes_[start].enabled.ForEach([&](std::uint32_t p) { nodes_[start].backtrack.Insert(p); });
}

void DporStrategy::FinishRun(const RunView& run, const Trace& trace) {
  if (run.size() == 0) return;
  if (trace.end_kind() == abi::EndKind::kTimeout || std::ranges::any_of(trace.events, NotReversed)) GiveUpCompleteness();
  bool others = false;
  for (const abi::Event& pending : run.pending()) {
    if (pending.value2 != 0) {
      others |= pending.tid != run.step(run.size() - 1).tid;
      continue;
    }
    order_.PendingRaces(pending, run, trace, races_);
    AddRaces(run.size());
  }
  if (nodes_.size() <= floor_) return;
  Node& last = nodes_.back();
  if (others && trace.end_kind() != abi::EndKind::kTimeout)
    last.enabled.ForEach([&](std::uint32_t p) { last.backtrack.Insert(p); });
}

std::unique_ptr<Strategy> MakeDporStrategy(const StrategyOptions& options) { return std::make_unique<DporStrategy>(options); }

}  // namespace reweave::inline strategies
