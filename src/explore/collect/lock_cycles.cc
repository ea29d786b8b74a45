#include "explore/collect/lock_cycles.h"

#include <algorithm>

#include "detect/findings.h"
#include "explore/collect/grouping.h"
#include "explore/schedule/schedule.h"

namespace reweave::inline collect {

namespace {
constexpr std::size_t kMostPredicted = 64;
}  // namespace

void LockCycleCollector::Observe(const ObservedRun& run) {
  if (cycles_.size() >= kMostPredicted || !detect::HasNestedLocks(run.trace)) return;
  for (detect::LockCycle& cycle : detect::PredictLockCycles(run.trace)) {
    if (!keys_.insert(cycle.key()).second || cycles_.size() >= kMostPredicted) continue;
    Finding finding = detect::LockCycleFinding(run.trace, cycle, book_.NamesFor(run.trace));
    finding.first_schedule = run.schedule, finding.first_execution = run.execution;
    const bool known = std::ranges::any_of(cycles_, [&](const Cycle& other) { return other.finding.id == finding.id; });
    if (known || book_.Suppressed(finding)) continue;
    cycles_.push_back({std::move(finding), std::move(cycle), book_.Keep(run)});
  }
}

Result<void> LockCycleCollector::Confirm(const Confirming& runs, const std::vector<Finding>& found) {
  for (Cycle& cycle : cycles_) {
    if (!runs.go_on()) break;
    RW_ASSIGN(auto finding, ConfirmCycle(runs, cycle, found));
    cycle.confirmed = finding.has_value();
    if (finding && !finding->schedule_file.empty()) confirmed_.push_back(std::move(*finding));
  }
  return {};
}

// The deadlock that it leads to; without a schedule file if it is no news.
Result<std::optional<Finding>> LockCycleCollector::ConfirmCycle(const Confirming& runs, const Cycle& cycle,
                                                                const std::vector<Finding>& found) {
  if (!cycle.evidence.trace) return std::nullopt;
  for (const detect::PlannedOrder& order : detect::DeadlockOrders(*cycle.evidence.trace, cycle.cycle)) {
    const Plan plan = WithOrder(cycle.evidence.plan, order, cycle.evidence.trace->seed());
    RW_ASSIGN(const auto run, runs.RunWithCalls(plan));
    if (!run || run->end_kind() != abi::EndKind::kDeadlock) continue;
    Finding finding = FindingFromTrace(*run, book_.NamesFor(*run));
    finding.first_schedule = cycle.finding.first_schedule;
    finding.first_execution = cycle.finding.first_execution;
    finding.occurrences = 0;  // no schedule of the search showed it
    finding.confirmed = true;
    const auto same = [&](const Finding& other) { return other.id == finding.id; };
    if (std::ranges::any_of(found, same) || std::ranges::any_of(confirmed_, same)) return finding;
    RW_ASSIGN(finding.schedule_file, book_.WriteSchedule(*run, plan, finding));
    return finding;
  }
  return std::nullopt;
}

void LockCycleCollector::Finish(std::vector<Finding>& findings, std::vector<Finding>& predicted) {
  std::ranges::move(confirmed_, std::back_inserter(findings));
  for (Cycle& cycle : cycles_)
    if (!cycle.confirmed) predicted.push_back(std::move(cycle.finding));
}

void LockCycleCollector::AddLeads(std::vector<Plan>& leads) const {
  for (const Cycle& cycle : cycles_)
    if (cycle.evidence.trace) leads.push_back(PlanFromTrace(*cycle.evidence.trace, cycle.evidence.plan));
}

}  // namespace reweave::inline collect
