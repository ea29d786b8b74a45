#include "techniques/paths/outcomes.h"

#include <algorithm>

namespace reweave::paths {

void OutcomeTree::Add(const Execution& run, const std::unordered_set<Anchor>& affected) {
  if (run.branches.size() > kMostBranches) inexact_ = true;
  if (inexact_) return;
  std::map<std::uint64_t, Trail> trails;
  for (const std::uint64_t name : run.thread_names) trails[name];
  for (const BranchInstance& branch : run.branches)
    if (!branch.external && !branch.hidden)
      trails[run.thread_names[branch.thread]].push_back({branch.anchor, branch.outcome, branch.outcomes});
  runs_.push_back({std::move(trails), run.complete});
  if (affected.size() != affected_) {
    affected_ = affected.size();
    trees_.clear(), rows_.clear();
    for (const Kept& before : runs_) Enter(before, affected);
  } else {
    Enter(runs_.back(), affected);
  }
}

void OutcomeTree::Enter(const Kept& run, const std::unordered_set<Anchor>& affected) {
  std::vector<std::uint64_t> row;
  for (const auto& [name, trail] : run.trails) {
    Tree& tree = trees_[name];
    if (tree.empty()) tree.emplace_back();
    std::uint32_t at = 0;
    for (const Decision& decision : trail) {
      if (!affected.contains(decision.branch)) continue;
      // A leaf that goes on in another run: that thread was cut short, or what comes next depends on more than these outcomes.
      if (tree[at].branch == 0 && !tree[at].next.empty()) inexact_ = true;
      if (tree[at].branch != 0 && tree[at].branch != decision.branch) inexact_ = true;
      tree[at].branch = decision.branch, tree[at].outcomes = decision.outcomes;
      auto [next, fresh] = tree[at].next.try_emplace(decision.outcome, static_cast<std::uint32_t>(tree.size()));
      const std::uint32_t target = next->second;
      if (fresh) tree.emplace_back();
      at = target;
    }
    row.push_back(name), row.push_back(at);
  }
  if (run.complete) rows_.insert(std::move(row));
}

bool OutcomeTree::all_seen() const {
  if (inexact_) return false;
  std::uint64_t product = 1;
  for (const auto& [name, tree] : trees_) {
    std::uint64_t leaves = 0;
    for (const Node& node : tree) {
      if (node.branch == 0) ++leaves;
      else if (node.next.size() < node.outcomes) return false;
    }
    product *= std::max<std::uint64_t>(leaves, 1);
    if (product > rows_.size()) return false;
  }
  return product == rows_.size();
}

}  // namespace reweave::paths
