#include "explore/minimise.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "explore/schedule/schedule.h"
#include "explore/schedule/steps.h"
#include "explore/search/bounded_search.h"

namespace reweave::inline explore {

ScheduleSize SizeOf(const Trace& trace) {
  RunView run;
  run.Build(trace);
  ThreadSet threads;
  for (const Step& step : run.steps()) threads.Insert(step.tid);
  return {.preemptions = Preemptions(run), .steps = run.size(), .threads = threads.size()};
}

namespace {

class Minimiser {
 public:
  Minimiser(const Plan& ran, const std::function<Result<Trace>(const Plan&)>& replay,
            const std::function<bool(const Trace&)>& same, const MinimiseOptions& options)
      : ran_(ran), replay_(replay), same_(same), options_(options) {}

  Result<Minimised> Run(const Trace& failing) {
    RW_ASSIGN(Trace again, replay_(PlanFromTrace(failing, ran_)));
    ++result_.runs;
    if (!same_(again))
      return Fail(ErrorCategory::kDiverged, "cannot minimise a schedule", {}, "it does not show its failure again");
    result_.before = SizeOf(failing);
    Take(std::move(again));
    for (bool better = true; better && MayGoOn();) {
      RW_ASSIGN(const bool cut, Cut());
      RW_ASSIGN(const bool removed, RemovePreemptions());
      better = cut || removed;
    }
    RW_TRY(SearchCheaper());
    result_.plan = PlanFromTrace(result_.trace, ran_);
    return std::move(result_);
  }

 private:
  bool MayGoOn() const { return !stopped_ && result_.runs < options_.runs && (!options_.go_on || options_.go_on()); }

  void Take(Trace trace) {
    result_.after = SizeOf(trace);
    result_.trace = std::move(trace);
    best_.Build(result_.trace);
  }

  // Runs the candidate; true if it fails alike and is smaller: then it is the best from now on.
  Result<bool> Try(const Branch& branch) {
    if (!MayGoOn()) return false;
    Plan plan = ran_;
    plan.flags &= abi::kPlanModel;
    plan.tail = abi::TailPolicy::kStay;
    plan.runs = 1;
    plan.start = plan.save_as = 0;
    SetPrefix(plan, branch);
    RW_ASSIGN(std::optional<Trace> trace, RunOne(plan));
    if (!trace || !same_(*trace) || SizeOf(*trace) >= result_.after) return false;
    Take(std::move(*trace));
    return true;
  }

  // nullopt: told to stop (kDiverged); what was reached so far stands.
  Result<std::optional<Trace>> RunOne(const Plan& plan) {
    auto trace = replay_(plan);
    ++result_.runs;
    if (trace) return std::move(*trace);
    if (trace.error().category() != ErrorCategory::kDiverged) return std::unexpected(trace.error());
    stopped_ = true;
    return std::nullopt;
  }

  // (1) The first k switches only, for the smallest k that works.
  Result<bool> Cut() {
    const RunView best = best_;
    const auto steps = std::make_shared<const Steps>(best.steps());
    for (std::uint32_t i = 0; i < steps->size(); ++i) {
      if (i != 0 && (*steps)[i].tid == (*steps)[i - 1].tid) continue;
      RW_ASSIGN(const bool better, Try({.steps = steps, .at = i, .tid = (*steps)[i].tid}));
      if (better) return true;
    }
    return false;
  }

  // (2) One preemption less, from the front to the back. After a success it goes on at the same place: starting again would make
  // the number of runs grow with the square of the preemptions.
  Result<bool> RemovePreemptions() {
    bool better = false;
    for (std::uint32_t i = 1; i < best_.size() && MayGoOn();) {
      RW_ASSIGN(const bool removed, RemovePreemptionAt(i));
      better |= removed;
      i += !removed;
    }
    return better;
  }

  Result<bool> RemovePreemptionAt(std::uint32_t i) {
    const std::uint16_t left = best_.step(i - 1).tid;
    if (best_.step(i).tid == left || !best_.enabled(i).contains(left)) return false;
    const RunView best = best_;
    for (const bool forward : {true, false}) {
      auto order = forward ? ContinueAt(best, i) : PostponeAt(best, i);
      if (!order || order->empty()) continue;
      const auto at = static_cast<std::uint32_t>(order->size() - 1);
      const std::uint16_t tid = order->back().tid;
      RW_ASSIGN(const bool better, Try({.steps = std::make_shared<const Steps>(std::move(*order)), .at = at, .tid = tid}));
      if (better) return true;
    }
    return false;
  }

  static std::uint32_t BlockEnd(const RunView& run, std::uint32_t begin) {
    std::uint32_t end = begin;
    while (end < run.size() && run.step(end).tid == run.step(begin).tid) ++end;
    return end;
  }

  // The thread that was left at i goes on with its next block at once.
  static std::optional<Steps> ContinueAt(const RunView& run, std::uint32_t i) {
    std::uint32_t next = i;
    while (next < run.size() && run.step(next).tid != run.step(i - 1).tid) ++next;
    if (next == run.size()) return std::nullopt;
    const std::uint32_t end = BlockEnd(run, next);
    const auto at = [&](std::uint32_t k) { return run.steps().begin() + k; };
    Steps order(at(0), at(i));
    order.insert(order.end(), at(next), at(end));
    order.insert(order.end(), at(i), at(next));
    order.insert(order.end(), at(end), run.steps().end());
    return order;
  }

  // The block that was interrupted at i runs only where its thread goes on.
  static std::optional<Steps> PostponeAt(const RunView& run, std::uint32_t i) {
    std::uint32_t begin = i - 1;
    while (begin > 0 && run.step(begin - 1).tid == run.step(i - 1).tid) --begin;
    std::uint32_t next = i;
    while (next < run.size() && run.step(next).tid != run.step(i - 1).tid) ++next;
    const auto at = [&](std::uint32_t k) { return run.steps().begin() + k; };
    Steps order(at(0), at(begin));
    order.insert(order.end(), at(i), at(next));
    order.insert(order.end(), at(begin), at(i));
    order.insert(order.end(), at(next), run.steps().end());
    return order;
  }

  // (3) Is there one with fewer preemptions?
  Result<void> SearchCheaper() {
    if (result_.after.preemptions == 0) {
      result_.proven = true;
      return {};
    }
    StrategyOptions options;
    options.base = ran_;
    options.base.flags &= abi::kPlanModel;
    options.base.start = options.base.save_as = 0;
    BoundedSearch search("icb", options, CostModel::kPreemptions, static_cast<std::uint32_t>(result_.after.preemptions - 1));
    while (MayGoOn()) {
      const auto plan = search.Next();
      if (!plan) {
        result_.proven = search.exhausted();
        return {};
      }
      RW_ASSIGN(std::optional<Trace> trace, RunOne(*plan));
      if (!trace) return {};
      search.Observe(*plan, *trace);
      if (!same_(*trace) || SizeOf(*trace) >= result_.after) continue;
      Take(std::move(*trace));  // cheapest first: no other has fewer
      result_.proven = true;
      return {};
    }
    return {};
  }

  const Plan& ran_;
  const std::function<Result<Trace>(const Plan&)>& replay_;
  const std::function<bool(const Trace&)>& same_;
  const MinimiseOptions& options_;
  RunView best_;
  Minimised result_;
  bool stopped_ = false;
};

}  // namespace

Result<Minimised> Minimise(const Trace& failing, const Plan& ran, const std::function<Result<Trace>(const Plan&)>& replay,
                           const std::function<bool(const Trace&)>& same, const MinimiseOptions& options) {
  return Minimiser(ran, replay, same, options).Run(failing);
}

}  // namespace reweave::inline explore
