#include "explore/search/wrappers.h"

#include <fmt/format.h>

#include <algorithm>

#include "explore/schedule/schedule.h"
#include "trace/kinds.h"

namespace reweave::inline search {

namespace {

std::string Describe(const std::vector<ScheduleStep>& steps, std::size_t i) {
  if (i >= steps.size()) return "the end of the run";
  return fmt::format("thread {} operation {}", steps[i].tid, steps[i].ordinal);
}

std::string FirstDifference(const Trace& first, const Trace& second) {
  // Which plain accesses are recorded depends on what the process had learnt by then.
  const auto without_plain = [](const Trace& trace) {
    auto steps = StepsOf(trace);
    std::erase_if(steps, [](const ScheduleStep& step) { return IsPlainAccess(step.kind); });
    return steps;
  };
  const auto a = without_plain(first), b = without_plain(second);
  const auto [at, other] = std::ranges::mismatch(a, b);
  if (at == a.end() && other == b.end()) {
    if (first.end_kind() == second.end_kind()) return {};
    return fmt::format("it ended as {}, then as {}", EndKindName(first.end_kind()), EndKindName(second.end_kind()));
  }
  const auto i = static_cast<std::size_t>(at - a.begin());
  return fmt::format("step {}: {}, then {}", i, Describe(a, i), Describe(b, i));
}

}  // namespace

std::optional<Plan> DeterminismCheck::Next() {
  if (!again_) return inner().Next();
  checking_ = true;
  return std::exchange(again_, std::nullopt);
}

void DeterminismCheck::Observe(const Plan& plan, const Trace& trace) {
  checked_last_ = std::exchange(checking_, false);
  if (checked_last_) {
    ++checks_;
    if (difference_.empty()) difference_ = FirstDifference(first_, trace);
    return;
  }
  inner().Observe(plan, trace);
  // A batch is not interrupted: the last of its runs is checked when its turn has come. Runs that were stopped on the way or
  // that taught the runtime new shared locations differ by nature.
  const bool last_of_batch = trace.seed() + 1 == plan.seed + plan.runs;
  if (++seen_ < every_ || !last_of_batch || trace.end_kind() == abi::EndKind::kStopped || trace.truncated) return;
  RunView run;
  run.Build(trace);
  if (!run.shared().empty()) return;
  seen_ = 0;
  first_ = trace;
  again_ = PlanFromTrace(trace, plan);
}

void DistinctRuns::Observe(const Plan& plan, const Trace& trace) {
  inner().Observe(plan, trace);
  if (!inner().last_run_counts()) return;
  run_.Build(trace);
  order_.Truncate(0);
  while (order_.size() < run_.size()) order_.Append(run_, trace, races_);
  repeated_ += !keys_.insert(order_.OrderKey()).second;
}

}  // namespace reweave::inline search
