// The published way to choose runs: part of Search.
#include <algorithm>
#include <map>

#include "techniques/paths/search.h"

namespace reweave::paths {

void Search::AddPaper(const Execution& run, std::uint32_t source) {
  // Columns, and what this run showed.
  std::map<std::uint32_t, std::uint32_t> outcomes;
  std::map<std::uint32_t, const AffectedBranch*> columns;
  for (const AffectedBranch& affected : relevance_.affected) {
    const BranchInstance& branch = run.branches[affected.branch];
    if (!affected.representative || branch.external) continue;
    const auto [known, fresh] = columns_.try_emplace(branch.anchor, 0);
    if (fresh) known->second = table_.AddBranch(branch.outcomes);
    columns[known->second] = &affected;
  }
  for (const BranchInstance& branch : run.branches)
    if (const auto known = columns_.find(branch.anchor); known != columns_.end()) outcomes[known->second] = branch.outcome;
  const auto projection = [&](const std::vector<std::uint32_t>& order, const AffectedBranch& branch) {
    std::uint64_t key = 0;
    for (const std::uint32_t op : order)
      if (std::ranges::binary_search(branch.ops, op)) key = Mix(key, run.ops[op].anchor);
    return key;
  };
  std::vector<std::uint32_t> all(run.ops.size());
  for (std::uint32_t i = 0; i < all.size(); ++i) all[i] = i;
  const auto print = [&](const std::vector<std::uint32_t>& order) {
    for (const auto& [column, branch] : columns) completed_.insert(Mix(column, projection(order, *branch)));
  };
  for (const auto& [column, branch] : columns)
    table_.Tested(table_.Group(column, projection(all, *branch)), run.branches[branch->branch].outcome);
  print(all);
  table_.Executed(round_.empty() ? std::nullopt : std::optional(round_.back()), outcomes);
  if (!round_.empty()) round_.pop_back();

  Graph graph = BuildGraph(run, {.kind = GraphOptions::Kind::kVersions,
                                 .kept = Kept(run, false),
                                 .node_cap = options_.node_cap,
                                 .over = options_.over,
                                 .all_variants = true});
  counts_.nodes += graph.nodes;
  counts_.capped = counts_.capped || graph.capped;
  for (Variant& variant : graph.variants) {
    if (Over()) break;
    Pending pending{.source = source, .variant = std::move(variant)};
    if (!keys_.insert(pending.variant.key).second) continue;
    const std::vector<std::uint32_t> path = ExpandPath(run, pending.variant.path);
    bool classified = false;
    for (const auto& [column, branch] : columns) {
      const std::uint64_t key = projection(path, *branch);
      if (key == 0) continue;
      table_.Join(next_id_, table_.Group(column, key));
      classified = true;
    }
    print(Complete(run, pending.variant, SyncRules::kNative));
    ++counts_.variants;
    pending.id = next_id_++;
    if (classified) pending_.push_back(std::move(pending));
  }
}

std::optional<Test> Search::NextPaper() {
  while (true) {
    if (round_.empty()) {
      if (options_.stop_at_rows && table_.all_rows_tested()) {
        ended_ = Ended::kRows;
        return std::nullopt;
      }
      round_ = table_.NextTests();
      std::ranges::reverse(round_);
    }
    if (round_.empty()) {
      ended_ = Ended::kVariants;
      return std::nullopt;
    }
    const auto at = std::ranges::find(pending_, round_.back(), &Pending::id);
    if (at != pending_.end()) return Take(static_cast<std::size_t>(at - pending_.begin()));
    round_.pop_back();
  }
}

}  // namespace reweave::paths
