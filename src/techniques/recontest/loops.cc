#include "techniques/recontest/loops.h"

#include <algorithm>

namespace reweave::recontest {

namespace {

class Flow {
 public:
  explicit Flow(const FunctionFacts& function) : blocks_(function.blocks), before_(blocks_.size()) {
    for (std::uint32_t b = 0; b < blocks_.size(); ++b)
      for (const BlockEdge& edge : blocks_[b].edges)
        if (edge.target < blocks_.size()) before_[edge.target].push_back(b);
    Number();
    FindDominators();
  }

  // The natural loop of a header: what reaches one of its back edges without passing through it.
  std::vector<bool> BodyOf(std::uint32_t header) const {
    std::vector<bool> in(blocks_.size(), false);
    std::vector<std::uint32_t> todo;
    in[header] = true;
    for (const std::uint32_t latch : before_[header])
      if (Dominates(header, latch) && !in[latch]) in[latch] = true, todo.push_back(latch);
    while (!todo.empty()) {
      const std::uint32_t b = todo.back();
      todo.pop_back();
      for (const std::uint32_t p : before_[b])
        if (!in[p] && order_[p] != kUnreached) in[p] = true, todo.push_back(p);
    }
    return in;
  }

 private:
  static constexpr std::uint32_t kUnreached = ~0u;

  void Number() {  // reverse postorder
    order_.assign(blocks_.size(), kUnreached);
    if (blocks_.empty()) return;
    std::vector<std::uint32_t> post;
    std::vector<std::pair<std::uint32_t, std::size_t>> stack{{0, 0}};
    std::vector<bool> seen(blocks_.size(), false);
    seen[0] = true;
    while (!stack.empty()) {
      auto& [block, next] = stack.back();
      if (next == blocks_[block].edges.size()) {
        post.push_back(block);
        stack.pop_back();
        continue;
      }
      const std::uint32_t target = blocks_[block].edges[next++].target;
      if (target < blocks_.size() && !seen[target]) seen[target] = true, stack.emplace_back(target, 0);
    }
    sequence_.assign(post.rbegin(), post.rend());
    for (std::uint32_t i = 0; i < sequence_.size(); ++i) order_[sequence_[i]] = i;
  }

  void FindDominators() {
    dominator_.assign(blocks_.size(), kUnreached);
    if (blocks_.empty()) return;
    dominator_[0] = 0;
    for (bool changed = true; changed;) {
      changed = false;
      for (const std::uint32_t b : sequence_) {
        if (b == 0) continue;
        std::uint32_t common = kUnreached;
        for (const std::uint32_t p : before_[b]) {
          if (dominator_[p] == kUnreached) continue;
          common = common == kUnreached ? p : Meet(common, p);
        }
        if (common != dominator_[b]) dominator_[b] = common, changed = true;
      }
    }
  }
  std::uint32_t Meet(std::uint32_t a, std::uint32_t b) const {
    while (a != b) {
      while (order_[a] > order_[b]) a = dominator_[a];
      while (order_[b] > order_[a]) b = dominator_[b];
    }
    return a;
  }
  bool Dominates(std::uint32_t a, std::uint32_t b) const {
    if (order_[b] == kUnreached) return false;
    while (order_[b] > order_[a]) b = dominator_[b];
    return a == b;
  }

  const std::vector<BlockFacts>& blocks_;
  std::vector<std::vector<std::uint32_t>> before_;
  std::vector<std::uint32_t> order_, sequence_, dominator_;
};

}  // namespace

std::vector<std::vector<std::uint32_t>> LoopsOfBlocks(const FunctionFacts& function) {
  std::vector<std::vector<std::uint32_t>> out(function.blocks.size());
  if (function.loops.empty()) return out;
  const Flow flow(function);
  std::vector<std::uint32_t> loops(function.loops.size());
  for (std::uint32_t i = 0; i < loops.size(); ++i) loops[i] = i;
  std::ranges::sort(loops, {}, [&](std::uint32_t i) { return std::pair(function.loops[i].depth, i); });
  for (const std::uint32_t loop : loops) {
    if (function.loops[loop].block >= function.blocks.size()) continue;
    const std::vector<bool> body = flow.BodyOf(function.loops[loop].block);
    for (std::uint32_t b = 0; b < body.size(); ++b)
      if (body[b]) out[b].push_back(loop);
  }
  return out;
}

}  // namespace reweave::recontest
