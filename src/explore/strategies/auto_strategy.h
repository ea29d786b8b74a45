// The default: several ways of searching at once, because none finds everything first.
//
//   The first run switches only when it must. Then, one execution at a time:
//   predicted   orders that close a cycle of locks which some run took in parts: at once
//   goal        what no run showed yet, by holding threads back at places; rf where there is none
//   rf          two steps in the other order, by an exact prefix; in turn with goal. Some of the first runs are both: the prefix
//               of rf, then a goal. Each of the two finds much that the other does not, and a run can carry both. Without a
//               target its first runs are directed, later ones random
//   again       after the first runs, the schedule of a run that showed a new race, with points at the location that raced; then
//               rf reverses what it shows. The run itself may have been one in 100,000: two threads own what one should
//   random pos   after the first runs every second one for a while: what chance meets soon must not wait for all goals
//   pct         chosen, with those and goal and rf, by what each has shown lately (a discounted bandit over new orders of places)
//   youngest    once: threads switch only when they must, the youngest first
//   icb         one in twenty: finds the simplest schedule
//   dpor        one in twenty, and one in three when the others show nothing new: it ends the search when it is done
//
// Deterministic for a seed with one job. With several jobs, a member that waits for its runs lets the others go on meanwhile.
#pragma once

#include <array>
#include <deque>
#include <list>
#include <memory>
#include <unordered_set>
#include <vector>

#include "explore/search/goals.h"
#include "explore/search/strategy.h"

namespace reweave::inline strategies {

class AutoStrategy : public Strategy {
 public:
  explicit AutoStrategy(const StrategyOptions& options);

  std::string_view name() const override { return "auto"; }
  std::optional<Plan> Next() override;
  void Observe(const Plan& plan, const Trace& trace) override;
  void Learn(const Trace& trace) override;
  void PointsChanged() override;
  void ShowedRace(const Trace& trace) override;
  bool exhausted() const override { return done_; }
  std::uint32_t interchangeable() const override { return members_[kDpor].strategy->interchangeable(); }
  int lookahead() const override { return jobs_; }
  bool Save(StateWriter& out) const override;
  bool Load(StateReader& in) override;
  bool last_run_counts() const override { return counts_; }
  std::uint64_t blocked() const override { return Sum(&Strategy::blocked); }
  std::uint64_t discarded() const override { return uncounted_ - std::min(uncounted_, Sum(&Strategy::blocked)); }
  std::uint64_t replayed_points() const override { return Sum(&Strategy::replayed_points); }
  std::string progress() const override;

 private:
  enum Arm : std::size_t { kPos, kRandom, kGoal, kPct, kRf, kIcb, kDpor, kOpening, kYoungest, kPredicted, kAgain, kArms, kBoth };
  static constexpr std::size_t kBandits = 5;  // the first ones
  static const std::array<Arm, 18> kFirst;  // what the first runs are
  struct Member {
    std::unique_ptr<Strategy> strategy;  // null: goal, opening and predicted, which are made here
    int out = 0;  // plans
    bool ended = false;
    double weight = 0, reward = 0;  // discounted
    std::uint64_t seen = 0;  // runs after the first kAlwaysLook of all
  };
  struct Out {
    Plan plan;
    std::size_t arm;
    std::uint32_t left;  // runs
    template <typename A>
    static void Visit(A& archive, auto& self) {
      archive(self.plan, self.arm, self.left);
    }
  };
  template <typename A>
  static void Visit(A& archive, auto& self);

  std::optional<Plan> NextOf(Arm arm);
  std::optional<Plan> OwnPlan(Arm arm);
  bool Direct(Plan& plan);
  void CompleteRf(Plan& plan);
  Arm NextArm();
  Arm BestBandit() const;
  std::uint32_t BatchSize() const;
  std::size_t TakeRun(const Plan& plan);
  void LearnFrom(const Trace& trace, const Goals::Holds& directed_by, std::size_t arm);
  void Predict(const Trace& trace);
  std::uint64_t Sum(std::uint64_t (Strategy::*count)() const) const;

  StrategyOptions options_;
  int jobs_;
  std::array<Member, kArms> members_;
  std::list<Out> out_;
  Goals goals_;
  std::deque<Plan> predicted_;
  std::deque<Plan> again_;  // schedules that showed a race, with the points that they lacked
  std::unordered_set<std::uint64_t> cycles_;  // lock cycles that were predicted before
  std::uint64_t given_ = 0;  // runs
  std::uint64_t slot_ = 0, seen_ = 0, dry_ = 0;  // dry_: runs in a row that showed nothing new
  std::uint64_t own_seed_ = 0, uncounted_ = 0, directed_ = 0;  // directed_: runs of goal
  std::uint64_t owed_ = 0;  // runs of others since dpor's
  std::uint64_t reversals_ = 0;  // runs that are still rf's, because of what a schedule of again_ showed
  bool opened_ = false;  // the first run was given
  bool done_ = false, counts_ = true;
  bool both_ = false;  // the next plan of rf is also directed
};

}  // namespace reweave::inline strategies
