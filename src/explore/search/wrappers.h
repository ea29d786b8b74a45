// Strategies that hold a strategy.
//
//   determinism  every n-th schedule is run a second time, by its switches alone; if the two runs differ the program is not
//                repeatable and the first step that differs is told. The second runs are not schedules.
//   distinct     counts how many of the schedules so far were equivalent to an earlier one (same partial order of dependent
//                steps): what a random strategy wastes. It changes nothing else.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_set>

#include "explore/search/execution_order.h"
#include "explore/search/strategy.h"

namespace reweave::inline search {

// Passes everything on; wrappers override what they are about.
class StrategyWrapper : public Strategy {
 public:
  explicit StrategyWrapper(std::unique_ptr<Strategy> inner) : inner_(std::move(inner)) {}
  std::string_view name() const override { return inner_->name(); }
  std::optional<Plan> Next() override { return inner_->Next(); }
  void Observe(const Plan& plan, const Trace& trace) override { inner_->Observe(plan, trace); }
  void Learn(const Trace& trace) override { inner_->Learn(trace); }
  void PointsChanged() override { inner_->PointsChanged(); }
  void ShowedRace(const Trace& trace) override { inner_->ShowedRace(trace); }
  bool exhausted() const override { return inner_->exhausted(); }
  std::string left_out() const override { return inner_->left_out(); }
  int lookahead() const override { return inner_->lookahead(); }
  std::string progress() const override { return inner_->progress(); }
  std::uint64_t blocked() const override { return inner_->blocked(); }
  std::uint64_t discarded() const override { return inner_->discarded(); }
  std::uint64_t replayed_points() const override { return inner_->replayed_points(); }
  bool last_run_counts() const override { return inner_->last_run_counts(); }
  std::uint64_t restarts() const override { return inner_->restarts(); }
  std::uint32_t interchangeable() const override { return inner_->interchangeable(); }
  std::optional<StateCounts> state_counts() const override { return inner_->state_counts(); }
  std::optional<TechniqueReport> report() const override { return inner_->report(); }
  const detect::PatternCoverage* covered() const override { return inner_->covered(); }
  std::vector<Finding> TakeWarnings() override { return inner_->TakeWarnings(); }
  std::optional<bool> IsNew(const Finding& finding) const override { return inner_->IsNew(finding); }
  bool Save(StateWriter& out) const override { return inner_->Save(out); }
  bool Load(StateReader& in) override { return inner_->Load(in); }

 protected:
  Strategy& inner() { return *inner_; }
  const Strategy& inner() const { return *inner_; }

 private:
  std::unique_ptr<Strategy> inner_;
};

class DeterminismCheck : public StrategyWrapper {
 public:
  DeterminismCheck(std::unique_ptr<Strategy> inner, std::uint64_t every) : StrategyWrapper(std::move(inner)), every_(every) {}

  std::optional<Plan> Next() override;
  void Observe(const Plan& plan, const Trace& trace) override;
  int lookahead() const override { return 1; }
  bool last_run_counts() const override { return !checked_last_ && inner().last_run_counts(); }
  std::uint64_t discarded() const override { return inner().discarded() + checks_; }
  bool Save(StateWriter&) const override { return false; }  // the run to be compared with would be lost

  std::uint64_t checks() const { return checks_; }
  // Empty: all checks passed. Else what differed first: "step 12: thread 1 operation 7, then thread 2 operation 3".
  const std::string& difference() const { return difference_; }

 private:
  std::uint64_t every_, seen_ = 0, checks_ = 0;
  std::optional<Plan> again_;      // to be run a second time
  bool checking_ = false, checked_last_ = false;
  Trace first_;
  std::string difference_;
};

class DistinctRuns : public StrategyWrapper {
 public:
  using StrategyWrapper::StrategyWrapper;
  void Observe(const Plan& plan, const Trace& trace) override;
  std::uint64_t distinct() const { return keys_.size(); }
  std::uint64_t repeated() const { return repeated_; }

 private:
  RunView run_;
  ExecutionOrder order_;
  std::vector<Race> races_;
  std::unordered_set<std::uint64_t> keys_;
  std::uint64_t repeated_ = 0;
};

}  // namespace reweave::inline search
