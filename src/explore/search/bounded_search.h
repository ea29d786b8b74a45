// Stateless search by re-execution (docs/techniques/capp.md): every run is carried to its end with the default choice at each
// point, and every other choice that the bound allows becomes a work item. What a choice costs makes the search:
//
//   dfs    nothing costs: depth-first, exhaustive
//   icb    a preemption costs one: iterative context bounding
//   delay  the k-th thread after the default choice costs k: delay bounding (Emmi, Qadeer, Rakamaric) over the scheduler that
//          stays on the current thread and else takes the lowest thread
//
// Outcomes of one operation (time-out, which waiter) are choices that cost nothing. Order, bound and partition are separate
// pieces. Every schedule within the bound is run exactly once, in an order fixed by SearchOrder and seed.
//
// Where a run's default choice is not the one that order or partition want, the run is not a schedule of this search: it is
// repeated with the wanted choice (`discarded` counts it).
#pragma once

#include <memory>

#include "explore/search/frontier.h"
#include "explore/search/partition.h"
#include "explore/search/search_base.h"

namespace reweave::inline search {

constexpr std::uint32_t kNoBound = 0xffffffffu;

enum class CostModel : std::uint8_t { kFree, kPreemptions, kDelays };

// "schedules with more than 2 preemptions, if there are any (...)"; empty without a bound.
std::string LeftOutBeyond(CostModel model, std::uint32_t bound);

class BoundedSearch : public SearchBase {
 public:
  // partition null: everything is kept.
  BoundedSearch(std::string_view name, const StrategyOptions& options, CostModel model, std::uint32_t bound,
                std::unique_ptr<Partition> partition = nullptr);

  std::string_view name() const override { return name_; }
  std::string progress() const override;
  std::string left_out() const override { return LeftOutBeyond(model_, bound_); }
  int lookahead() const override { return options().jobs; }
  bool splits() const override { return true; }

 private:
  void Begin() override;
  bool RunsSpinnersOn() const override { return true; }
  bool HasBranch() const override { return !steer_.empty() || !frontier_.empty(); }
  std::optional<Job> NextBranch() override;
  Verdict Expand(const Job& job, const RunView& run, const Trace& trace) override;
  bool SaveSearch(StateWriter& out) const override;
  bool LoadSearch(StateReader& in) override;
  bool SplitSearch(StateWriter& out) override;
  template <typename A>
  static void Visit(A& archive, auto& self) {
    archive(self.frontier_, self.rng_, self.steer_);
  }

  struct Walk;
  void FillChoices(const Walk& walk, std::size_t at);
  void AddForced(const Walk& walk, std::size_t at, int preempted, std::uint32_t rank);
  void PushChoices(const Walk& walk, std::size_t at, std::uint16_t taken);
  void PushOutcomes(const Walk& walk, std::size_t at);
  std::uint16_t Wanted(const Walk& walk, std::size_t at, int current) const;

  std::string_view name_;
  CostModel model_;
  std::uint32_t bound_;
  std::unique_ptr<Partition> partition_;
  Frontier frontier_;
  Rng rng_;
  std::deque<WorkItem> steer_;  // to be run before anything else: one for each run that took another choice than wanted
  std::vector<Choice> keep_, later_;
};

}  // namespace reweave::inline search
