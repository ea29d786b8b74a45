// Reads-from feedback: where two conflicting steps of a run came in one order, and the other order of these two places of the
// program was never seen, the next run begins so that it is. Between such runs the schedule is sampled by partial order.
//
// The reordered prefix is: what came before the first step; what the second one needs and does not depend on the first; the
// second. All of it happened before in this way, so it can be followed. What comes after the second step cannot be prescribed: it
// may see another value now, and the first may have to wait for it.
#pragma once

#include <cstdint>
#include <deque>
#include <set>
#include <utility>
#include <vector>

#include "explore/search/execution_order.h"
#include "explore/search/strategy.h"

namespace reweave::inline strategies {

class RfStrategy : public Strategy {
 public:
  explicit RfStrategy(const StrategyOptions& options);

  std::string_view name() const override { return "rf"; }
  std::optional<Plan> Next() override;
  void Observe(const Plan&, const Trace& trace) override { Learn(trace); }
  void Learn(const Trace& trace) override;
  int lookahead() const override { return options_.jobs; }
  bool Save(StateWriter& out) const override;
  bool Load(StateReader& in) override;
  std::string progress() const override;

  // For plans that also have holds (TailPolicy::kGoal), which a prefix must leave something to hold back.
  // Gives the plan the prefix of the first of the next targets that does so; false: none of them does.
  bool AddPrefix(Plan& plan);
  // Whether the prefix of the plan that Next gave last does so.
  bool LastLeavesRoomFor(const std::vector<abi::Hold>& holds) const;

 private:
  using Pair = std::pair<std::uint64_t, std::uint64_t>;  // place of the earlier, place of the later step

  void AddTarget(const RunView& run, const Race& race, std::size_t second);

  StrategyOptions options_;
  std::uint64_t seed_;
  RunView run_;
  ExecutionOrder order_;
  std::vector<Race> races_;
  std::set<Pair> seen_, wanted_;
  std::deque<Branch> targets_;
  Branch last_;  // of the plan that Next gave last
};

// Whether nobody comes through a place in the prefix where a hold would still keep it back.
bool LeavesRoomFor(const Branch& prefix, const std::vector<abi::Hold>& holds);

}  // namespace reweave::inline strategies
