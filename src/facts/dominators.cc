#include "facts/dominators.h"

#include <algorithm>
#include <numeric>

namespace reweave::inline facts {

// Cooper, Harvey, Kennedy: A Simple, Fast Dominance Algorithm.
std::vector<std::uint32_t> ImmediateDominators(const std::vector<std::vector<std::uint32_t>>& predecessors, std::size_t root,
                                               const std::vector<std::uint32_t>& order) {
  std::vector<std::uint32_t> dominator(predecessors.size(), kNoDominator), rank(predecessors.size(), kNoDominator);
  for (std::uint32_t i = 0; i < order.size(); ++i) rank[order[i]] = i;
  dominator[root] = static_cast<std::uint32_t>(root);
  for (bool changed = true; changed;) {
    changed = false;
    for (std::uint32_t node : order) {
      if (node == root) continue;
      std::uint32_t best = kNoDominator;
      for (std::uint32_t p : predecessors[node]) {
        if (rank[p] == kNoDominator || dominator[p] == kNoDominator) continue;
        if (best == kNoDominator) {
          best = p;
          continue;
        }
        std::uint32_t a = p, b = best;
        while (a != b) {
          while (rank[a] > rank[b]) a = dominator[a];
          while (rank[b] > rank[a]) b = dominator[b];
        }
        best = a;
      }
      if (best != kNoDominator && dominator[node] != best) dominator[node] = best, changed = true;
    }
  }
  return dominator;
}

std::vector<std::vector<std::uint32_t>> PredecessorsOf(const FunctionFacts& function) {
  std::vector<std::vector<std::uint32_t>> out(function.blocks.size());
  for (std::uint32_t b = 0; b < function.blocks.size(); ++b)
    for (const BlockEdge& edge : function.blocks[b].edges)
      if (edge.target < out.size()) out[edge.target].push_back(b);
  return out;
}

std::vector<std::uint32_t> Dominators(const FunctionFacts& function) {
  if (function.blocks.empty()) return {};
  std::vector<std::uint32_t> order(function.blocks.size());
  std::iota(order.begin(), order.end(), 0u);
  std::vector<std::uint32_t> out = ImmediateDominators(PredecessorsOf(function), 0, order);
  for (std::uint32_t b = 1; b < out.size(); ++b)
    if (out[b] == kNoDominator || out[b] > b) out[b] = std::min(out[b], b - 1);  // damaged facts: still a tree
  return out;
}

}  // namespace reweave::inline facts
