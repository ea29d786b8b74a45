#include "explore/search/bounded_search.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "explore/search/saved_state.h"

namespace reweave::inline search {

BoundedSearch::BoundedSearch(std::string_view name, const StrategyOptions& options, CostModel model, std::uint32_t bound,
                             std::unique_ptr<Partition> partition)
    : SearchBase(options),
      name_(name),
      model_(model),
      bound_(bound),
      partition_(std::move(partition)),
      frontier_(options.order, options.seed),
      rng_(options.seed ^ 0x5bd1e995u) {}

std::string BoundedSearch::progress() const {
  std::string text = "frontier " + std::to_string(frontier_.size());
  if (model_ != CostModel::kFree) text = "bound " + std::to_string(frontier_.lowest_cost()) + ", " + text;
  if (partition_) text += ", iteration " + std::to_string(frontier_.iteration());
  return text;
}

void BoundedSearch::Begin() {
  frontier_.Clear();
  steer_.clear();
  frontier_.PushFront({});
}

std::optional<SearchBase::Job> BoundedSearch::NextBranch() {
  std::optional<WorkItem> item;
  if (steer_.empty()) {
    item = frontier_.Pop();
  } else {
    item = std::move(steer_.front());
    steer_.pop_front();
  }
  if (!item) return std::nullopt;
  return Job{.branch = std::move(item->branch), .tag = item->cost | std::uint64_t{item->forced} << 32};
}

std::string LeftOutBeyond(CostModel model, std::uint32_t bound) {
  if (model == CostModel::kFree || bound == kNoBound) return {};
  return fmt::format("schedules with more than {} {}{}, if there are any (--bound all)", bound,
                     model == CostModel::kDelays ? "delay" : "preemption", bound == 1 ? "" : "s");
}

// The state of one pass over a run.
struct BoundedSearch::Walk {
  const RunView& run;
  const Trace& trace;
  std::shared_ptr<const Steps> steps;
  std::uint32_t cost;        // of the prefix so far
  std::uint32_t forced;      // steps in it
};

// All choices at a point that the bound allows, in search order, with their costs.
void BoundedSearch::FillChoices(const Walk& walk, std::size_t at) {
  keep_.clear();
  later_.clear();
  const std::uint16_t taken = walk.run.step(at).tid;
  const int current = at == 0 ? -1 : walk.run.step(at - 1).tid;
  // Leaving the current thread costs, unless the default choice left it by itself: then it could only have timed out.
  const bool leaving_costs =
      current >= 0 && walk.run.enabled(at).contains(static_cast<std::uint32_t>(current)) && taken == current;
  std::uint32_t rank = 0;
  walk.run.enabled(at).ForEach([&](std::uint32_t tid) {
    std::uint32_t cost = walk.cost;
    if (model_ == CostModel::kPreemptions) cost += leaving_costs && static_cast<int>(tid) != current;
    if (model_ == CostModel::kDelays && tid != taken) cost += ++rank;
    if (cost > bound_) return;
    keep_.push_back({.tid = static_cast<std::uint16_t>(tid),
                     .cost = cost,
                     .pending = partition_ ? walk.run.PendingStep(at, static_cast<std::uint16_t>(tid)) : RunView::kNoStep});
  });
  if (options().order == SearchOrder::kRandom)
    for (std::size_t i = keep_.size(); i > 1; --i) std::swap(keep_[i - 1], keep_[rng_.Below(i)]);
  if (partition_ && keep_.size() > 1)
    partition_->Split({.run = walk.run, .trace = walk.trace, .at = at, .current = current}, keep_, later_);
  AddForced(walk, at, leaving_costs ? current : -1, rank);
}

// Last, since they are passed over for a reason. Going on with the current thread is no preemption.
void BoundedSearch::AddForced(const Walk& walk, std::size_t at, int preempted, std::uint32_t rank) {
  walk.run.passed_over(at).ForEach([&](std::uint32_t tid) {
    if (walk.run.enabled(at).contains(tid)) return;
    if (walk.forced >= kMostRunOn) return GiveUpCompleteness();
    std::uint32_t cost = walk.cost;
    if (model_ == CostModel::kPreemptions) cost += preempted >= 0;
    if (model_ == CostModel::kDelays) cost += ++rank;
    if (cost <= bound_)
      (partition_ ? later_ : keep_).push_back({.tid = static_cast<std::uint16_t>(tid), .cost = cost, .forced = true});
  });
}

std::uint16_t BoundedSearch::Wanted(const Walk& walk, std::size_t at, int current) const {
  const auto kept = [&](int tid) { return std::ranges::any_of(keep_, [&](const Choice& c) { return c.tid == tid; }); };
  const std::uint16_t taken = walk.run.step(at).tid;
  if (taken == current && kept(taken)) return taken;
  if (options().order != SearchOrder::kRandom && kept(taken)) return taken;
  return keep_.front().tid;
}

void BoundedSearch::PushChoices(const Walk& walk, std::size_t at, std::uint16_t taken) {
  const auto item = [&](const Choice& choice) {
    return WorkItem{.branch = {.steps = walk.steps, .at = static_cast<std::uint32_t>(at), .tid = choice.tid},
                    .cost = choice.cost,
                    .forced = walk.forced + (choice.forced ? 1u : 0u)};
  };
  if (options().first_iteration_only && !later_.empty()) later_.clear(), GiveUpCompleteness();
  for (const Choice& choice : later_) frontier_.PushLater(item(choice));
  for (const Choice& choice : keep_)
    if (choice.tid != taken && choice.cost > walk.cost) frontier_.PushDearer(item(choice));
  for (auto choice = keep_.rbegin(); choice != keep_.rend(); ++choice)
    if (choice->tid != taken && choice->cost == walk.cost) frontier_.PushFront(item(*choice));
}

void BoundedSearch::PushOutcomes(const Walk& walk, std::size_t at) {
  const Step& step = walk.run.step(at);
  std::uint64_t rest = walk.run.outcomes(at) & ~(1ull << step.outcome);
  while (rest != 0) {  // from the highest, so that the lowest is taken first
    const int outcome = 63 - std::countl_zero(rest);
    rest &= ~(1ull << outcome);
    frontier_.PushFront({.branch = {.steps = walk.steps,
                                    .at = static_cast<std::uint32_t>(at),
                                    .tid = step.tid,
                                    .outcome = static_cast<std::int16_t>(outcome)},
                         .cost = walk.cost,
                         .forced = walk.forced});
  }
}

SearchBase::Verdict BoundedSearch::Expand(const Job& job, const RunView& run, const Trace& trace) {
  Walk walk{.run = run,
            .trace = trace,
            .steps = std::make_shared<const Steps>(run.steps()),
            .cost = static_cast<std::uint32_t>(job.tag),
            .forced = static_cast<std::uint32_t>(job.tag >> 32)};
  const bool prescribed = job.branch.steps != nullptr;
  for (std::size_t at = job.branch.at; at < run.size(); ++at) {
    if (!prescribed || at > job.branch.at) {
      const std::uint16_t taken = run.step(at).tid;
      if (run.enabled(at).size() > 1 || !run.passed_over(at).empty()) {
        FillChoices(walk, at);
        const std::uint16_t wanted = Wanted(walk, at, at == 0 ? -1 : run.step(at - 1).tid);
        PushChoices(walk, at, wanted);
        const auto choice = std::ranges::find(keep_, wanted, &Choice::tid);
        walk.cost = choice->cost;
        if (wanted != taken) {
          steer_.push_back({.branch = {.steps = walk.steps, .at = static_cast<std::uint32_t>(at), .tid = wanted},
                            .cost = walk.cost,
                            .forced = walk.forced});
          return Verdict::kSteered;
        }
      }
    }
    if (at > job.branch.at || job.branch.outcome == Branch::kAnyOutcome) PushOutcomes(walk, at);
  }
  return Verdict::kCounts;
}

bool BoundedSearch::SaveSearch(StateWriter& out) const {
  Visit(out, *this);
  return true;
}

bool BoundedSearch::LoadSearch(StateReader& in) {
  Visit(in, *this);
  return true;
}

bool BoundedSearch::SplitSearch(StateWriter& out) {
  if (frontier_.size() < 2) return false;
  const Frontier half = frontier_.Halve();
  out(half, rng_, std::deque<WorkItem>());
  return true;
}

// --- The strategies by name ------------------------------------------------------------------------------------------

namespace {
constexpr std::uint32_t kDefaultBound = 2;
}

std::unique_ptr<Strategy> MakeDfsStrategy(const StrategyOptions& options) {
  return std::make_unique<BoundedSearch>("dfs", options, CostModel::kFree, kNoBound);
}
std::unique_ptr<Strategy> MakeIcbStrategy(const StrategyOptions& options) {
  return std::make_unique<BoundedSearch>("icb", options, CostModel::kPreemptions, options.bound.value_or(kDefaultBound));
}
std::unique_ptr<Strategy> MakeDelayStrategy(const StrategyOptions& options) {
  return std::make_unique<BoundedSearch>("delay", options, CostModel::kDelays, options.bound.value_or(kDefaultBound));
}

}  // namespace reweave::inline search
