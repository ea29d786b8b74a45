// Runs made after the search, to bring about what was seen or predicted. They count as no schedules.
#pragma once

#include <functional>
#include <optional>

#include "base/result.h"
#include "detect/reorder.h"
#include "explore/collect/misuse.h"
#include "explore/schedule/plan.h"
#include "explore/target/one_run.h"
#include "explore/target/target.h"
#include "trace/trace.h"

namespace reweave::inline collect {

struct Confirming {
  Target& target;
  const Failed& failed;
  std::function<bool()> go_on;  // there is time

  Result<std::optional<Trace>> Run(const Plan& plan) const {
    RW_ASSIGN(auto run, RunOnce(target, plan));
    if (run) HandOver(*run, plan, failed);
    return run;
  }
  // With call records, for stacks.
  Result<std::optional<Trace>> RunWithCalls(Plan plan) const {
    plan.record |= abi::kRecordSync | abi::kRecordAccess | abi::kRecordCall;
    return Run(plan);
  }
};

// Runs the threads in that order; what comes behind it, as they are.
inline Plan WithOrder(const Plan& ran, const detect::PlannedOrder& order, std::uint64_t seed) {
  Plan plan = ran;
  plan.segments = order.segments;
  plan.outcomes = order.outcomes;
  plan.tail = abi::TailPolicy::kStay;
  plan.runs = 1;
  plan.seed = seed;
  plan.start = plan.save_as = 0;
  plan.flags &= abi::kPlanModel;
  return plan;
}

}  // namespace reweave::inline collect
