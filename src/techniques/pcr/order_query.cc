#include "techniques/pcr/order_query.h"

#include <algorithm>

#include "techniques/pcr/order.h"

namespace reweave::pcr {

OrderQuery::OrderQuery(std::shared_ptr<const Trace> trace) : trace_(std::move(trace)) {
  auto run = Run::Make(*trace_);
  if (!run || run->events.size() > kLongRun) return;
  run_ = std::move(*run);
  stops_.emplace(*trace_);
}

std::optional<Schedule> OrderQuery::Solve(std::span<const std::uint32_t> events) {
  if (!run_) return std::nullopt;
  Query query;
  std::vector<std::uint32_t> cells;
  for (const std::uint32_t event : events) {
    const auto found = std::ranges::lower_bound(run_->events, event, {}, &Event::index);
    if (found == run_->events.end() || found->index != event) return std::nullopt;
    const auto id = static_cast<EventId>(found - run_->events.begin());
    query.steps.push_back(id);
    for (const CellAccess& access : run_->AccessesOf(id)) {
      if (std::ranges::find(cells, access.cell) == cells.end()) cells.push_back(access.cell);
      else if (std::ranges::find(query.cells, access.cell) == query.cells.end()) query.cells.push_back(access.cell);
    }
  }
  for (const Kept kept : {Kept::kAll, Kept::kBranches}) {
    if (kept == Kept::kBranches && !run_->has_branches) continue;
    query.kept = kept;
    if (auto schedule = Solve(query)) return schedule;
  }
  return std::nullopt;
}

std::optional<Schedule> OrderQuery::Solve(const Query& query) {
  Query used;
  const Answer answer = solver_.Solve(*run_, query, &used);
  if (answer.verdict != Verdict::kPossible) return std::nullopt;
  const Problem problem(*run_, used);
  if (!Simulate(problem, answer.order).empty()) return std::nullopt;
  return MakeSchedule(*trace_, *stops_, problem, answer.order);
}

}  // namespace reweave::pcr
