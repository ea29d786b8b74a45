#include "explore/search/stateful_search.h"

#include <algorithm>
#include <bit>

#include "explore/search/saved_state.h"

namespace reweave::inline search {

StatefulSearch::StatefulSearch(std::string_view name, const StrategyOptions& options, bool breadth_first,
                               std::unique_ptr<Partition> partition)
    : SearchBase(options),
      name_(name),
      breadth_first_(breadth_first),
      partition_(std::move(partition)),
      frontier_(SearchOrder::kEarly, options.seed),
      rng_(options.seed) {}

std::string StatefulSearch::progress() const {
  return "states " + std::to_string(states_) + ", frontier " + std::to_string(frontier_.size());
}

std::optional<Strategy::StateCounts> StatefulSearch::state_counts() const {
  const std::uint64_t all = states_ + revisited_;
  return StateCounts{.states = states_, .transitions = all == 0 ? 0 : all - 1};
}

void StatefulSearch::Begin() {
  frontier_.Clear();
  seen_.clear();
  edges_.clear();
  states_ = revisited_ = 0;
  frontier_.PushFront({});
}

void StatefulSearch::Push(WorkItem item) {
  if (breadth_first_) frontier_.Restore(std::move(item), false);
  else frontier_.PushFront(std::move(item));
}

std::optional<SearchBase::Job> StatefulSearch::NextBranch() {
  auto item = frontier_.Pop();
  if (!item) return std::nullopt;
  return Job{.branch = std::move(item->branch),
             .tag = item->from | std::uint64_t{item->forced} << 32,
             .flags = abi::kPlanStopAtPrefixEnd | abi::kPlanStateKey};
}

StatefulSearch::Key StatefulSearch::KeyOf(const RunView& run, const Trace& trace) {
  if (options().state_key == StateKeyKind::kMemory) return {run.state_key(0), run.state_key(1)};
  ExecutionOrder order;
  std::vector<Race> races;
  while (order.size() < run.size()) order.Append(run, trace, races);
  return {order.OrderKey(), run.size()};
}

// The transition just taken had several outcomes: the others lead elsewhere from the same state.
void StatefulSearch::PushOutcomes(const Job& job, const RunView& run) {
  if (run.size() == 0 || job.branch.outcome != Branch::kAnyOutcome || !job.branch.steps) return;
  const std::uint32_t at = job.branch.at;
  const auto steps = std::make_shared<const Steps>(run.steps());
  std::uint64_t rest = run.outcomes(at) & ~(1ull << run.step(at).outcome);
  for (; rest != 0; rest &= rest - 1)
    Push({.branch =
              {.steps = steps, .at = at, .tid = run.step(at).tid, .outcome = static_cast<std::int16_t>(std::countr_zero(rest))},
          .from = static_cast<std::uint32_t>(job.tag),
          .forced = ForcedOn(job)});
}

// A thread that had yielded or spun and goes on may come back to the same state: a fair scheduler would not let it. Such a
// transition is no part of a cycle (it leaves no state).
void StatefulSearch::PushForced(const RunView& run, const std::shared_ptr<const Steps>& steps, std::uint32_t forced) {
  run.passed_over_at_end().ForEach([&](std::uint32_t tid) {
    if (run.enabled_at_end().contains(tid)) return;
    if (forced >= kMostRunOn) return GiveUpCompleteness();
    const WorkItem item{
        .branch = {.steps = steps, .at = static_cast<std::uint32_t>(run.size()), .tid = static_cast<std::uint16_t>(tid)},
        .from = kNoState,
        .forced = forced + 1};
    if (!partition_) Push(item);
    else if (options().first_iteration_only) GiveUpCompleteness();
    else frontier_.PushLater(item);
  });
}

void StatefulSearch::PushTransitions(const RunView& run, const Trace& trace, std::uint32_t from, std::uint32_t forced) {
  keep_.clear();
  later_.clear();
  run.enabled_at_end().ForEach([&](std::uint32_t tid) {
    keep_.push_back({.tid = static_cast<std::uint16_t>(tid),
                     .cost = 0,
                     .pending = run.PendingStep(run.size(), static_cast<std::uint16_t>(tid))});
  });
  if (options().order == SearchOrder::kRandom)
    for (std::size_t i = keep_.size(); i > 1; --i) std::swap(keep_[i - 1], keep_[rng_.Below(i)]);
  const int current = run.size() == 0 ? -1 : run.step(run.size() - 1).tid;
  if (partition_) partition_->Split({.run = run, .trace = trace, .at = run.size(), .current = current}, keep_, later_);
  const auto steps = std::make_shared<const Steps>(run.steps());
  const auto item = [&](const Choice& choice) {
    return WorkItem{.branch = {.steps = steps, .at = static_cast<std::uint32_t>(run.size()), .tid = choice.tid},
                    .from = from,
                    .forced = forced};
  };
  PushForced(run, steps, forced);
  if (!breadth_first_) std::ranges::reverse(keep_);
  for (const Choice& choice : keep_) Push(item(choice));
  if (options().first_iteration_only && !later_.empty()) later_.clear(), GiveUpCompleteness();
  for (const Choice& choice : later_) frontier_.PushLater(item(choice));
}

SearchBase::Verdict StatefulSearch::Expand(const Job& job, const RunView& run, const Trace& trace) {
  PushOutcomes(job, run);
  if (trace.end_kind() != abi::EndKind::kStopped) {  // an end is a state of its own unless it was reached before
    ++states_;
    if (frontier_.empty() && runs_out() == 0 && HasCycle()) GiveUpCompleteness();
    return Verdict::kCounts;
  }
  const auto [state, fresh] = seen_.try_emplace(KeyOf(run, trace), static_cast<std::uint32_t>(seen_.size()));
  if (const auto from = static_cast<std::uint32_t>(job.tag); job.branch.steps && from != kNoState)
    edges_.emplace_back(from, state->second);
  if (fresh) {
    ++states_;
    PushTransitions(run, trace, state->second, ForcedOn(job));
  } else {
    ++revisited_;
  }
  if (frontier_.empty() && runs_out() == 0 && HasCycle()) GiveUpCompleteness();
  return Verdict::kPartial;
}

// Takes away states that nothing leads to any more; what cannot be taken away lies on or behind a cycle.
bool StatefulSearch::HasCycle() const {
  std::vector<std::uint32_t> incoming(seen_.size()), ready;
  std::vector<std::vector<std::uint32_t>> next(seen_.size());
  for (const auto& [from, to] : edges_) next[from].push_back(to), ++incoming[to];
  for (std::uint32_t state = 0; state < incoming.size(); ++state)
    if (incoming[state] == 0) ready.push_back(state);
  std::size_t taken = 0;
  while (!ready.empty()) {
    const std::uint32_t state = ready.back();
    ready.pop_back();
    ++taken;
    for (const std::uint32_t to : next[state])
      if (--incoming[to] == 0) ready.push_back(to);
  }
  return taken != seen_.size();
}

std::unique_ptr<Strategy> MakeStatefulDfsStrategy(const StrategyOptions& options) {
  return std::make_unique<StatefulSearch>("stateful-dfs", options, false);
}
std::unique_ptr<Strategy> MakeStatefulBfsStrategy(const StrategyOptions& options) {
  return std::make_unique<StatefulSearch>("stateful-bfs", options, true);
}

bool StatefulSearch::SaveSearch(StateWriter& out) const {
  Visit(out, *this);
  return true;
}

bool StatefulSearch::LoadSearch(StateReader& in) {
  Visit(in, *this);
  return true;
}

}  // namespace reweave::inline search
