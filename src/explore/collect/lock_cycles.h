// Lock-order cycles that runs predict. One becomes a finding when a run confirms it: a deadlock.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_set>
#include <vector>

#include "base/result.h"
#include "detect/lock_order.h"
#include "explore/collect/casebook.h"
#include "explore/collect/confirming.h"

namespace reweave::inline collect {

class LockCycleCollector {
 public:
  explicit LockCycleCollector(Casebook& book) : book_(book) {}

  void Observe(const ObservedRun& run);
  // `found`: the findings of failing runs; a predicted deadlock that is among them is no news.
  Result<void> Confirm(const Confirming& runs, const std::vector<Finding>& found);
  void Finish(std::vector<Finding>& findings, std::vector<Finding>& predicted);

  bool empty() const { return cycles_.empty(); }
  void AddLeads(std::vector<Plan>& leads) const;

 private:
  struct Cycle {
    Finding finding;
    detect::LockCycle cycle;
    Evidence evidence;
    bool confirmed = false;
  };
  Result<std::optional<Finding>> ConfirmCycle(const Confirming& runs, const Cycle& cycle, const std::vector<Finding>& found);

  Casebook& book_;
  std::vector<Cycle> cycles_;
  std::unordered_set<std::uint64_t> keys_;
  std::vector<Finding> confirmed_;
};

}  // namespace reweave::inline collect
