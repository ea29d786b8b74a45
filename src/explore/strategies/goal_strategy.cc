// Directed executions alone (explore/goals.h); where no goal is left, partial-order sampling.
#include "base/rng.h"
#include "explore/search/goals.h"
#include "explore/search/saved_state.h"
#include "explore/search/strategy.h"
#include "explore/strategies/makers.h"

namespace reweave::inline strategies {

namespace {

class GoalStrategy : public Strategy {
 public:
  explicit GoalStrategy(const StrategyOptions& options) : options_(options), seed_(options.seed) { seed_ = SplitMix(seed_); }
  std::string_view name() const override { return "goal"; }
  std::optional<Plan> Next() override {
    Plan plan = options_.base;
    plan.seed = seed_++;
    plan.runs = 1;
    plan.holds = goals_.Next();
    plan.tail = plan.holds.empty() ? abi::TailPolicy::kPos : abi::TailPolicy::kGoal;
    return plan;
  }
  void Observe(const Plan& plan, const Trace& trace) override { goals_.Observe(trace, plan.holds); }
  void Learn(const Trace& trace) override { goals_.Observe(trace); }
  int lookahead() const override { return options_.jobs; }
  bool Save(StateWriter& out) const override { return out(seed_, goals_), true; }
  bool Load(StateReader& in) override { return in(seed_, goals_), true; }
  std::string progress() const override {
    return "orders " + std::to_string(goals_.orders()) + ", goals " + std::to_string(goals_.waiting());
  }

 private:
  StrategyOptions options_;
  std::uint64_t seed_;
  Goals goals_;
};

}  // namespace

std::unique_ptr<Strategy> MakeGoalStrategy(const StrategyOptions& options) { return std::make_unique<GoalStrategy>(options); }

}  // namespace reweave::inline strategies
