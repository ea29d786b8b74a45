#include "techniques/simrt/block_pairs.h"

#include <algorithm>
#include <optional>
#include <set>

#include "change/align.h"
#include "change/effects.h"
#include "facts/dominators.h"

namespace reweave::inline simrt {

namespace {

std::uint64_t Key(const BlockFacts& block) {
  std::uint64_t key = 0;
  for (int i = 0; i < 8; ++i) key |= std::uint64_t{block.hash[i]} << (8 * i);
  return key;
}

// The block ends in a call that never comes back: an assertion, an error that is thrown.
std::vector<bool> DeadEnds(const FunctionFacts& function) {
  std::vector<bool> out(function.blocks.size());
  for (const CallSite& call : function.calls) {
    // Where there is something to clean up, the call has edges: one that is never taken, and one of the exception.
    const auto& edges = function.blocks[call.block].edges;
    if (std::ranges::any_of(edges, [](const BlockEdge& edge) {
          return edge.label != facts::EdgeLabel::kNormal && edge.label != facts::EdgeLabel::kUnwind;
        }))
      continue;
    if (NeverReturns(call)) out[call.block] = true;
  }
  // What leads there only: a message that is put together before it is thrown.
  for (bool more = true; more;) {
    more = false;
    for (std::uint32_t b = 0; b < out.size(); ++b) {
      if (out[b]) continue;
      bool any = false, all = true;
      for (const BlockEdge& edge : function.blocks[b].edges)
        if (edge.label != facts::EdgeLabel::kUnwind) any = true, all &= out[edge.target];
      if (any && all) out[b] = more = true;
    }
  }
  return out;
}

class Pairer {
 public:
  Pairer(const FunctionFacts& before, const FunctionFacts& now)
      : old_(before), new_(now), old_dead_(DeadEnds(before)), new_dead_(DeadEnds(now)), match_(now.blocks.size()) {}

  std::vector<BlockPair> Run() {
    if (old_.blocks.empty() || new_.blocks.empty()) return std::vector<BlockPair>(new_.blocks.size());
    Meet(0, 0);  // the entry: as if an edge led there
    while (!work_.empty()) {
      const auto [before, now] = work_.back();
      work_.pop_back();
      const std::vector<BlockEdge> old_edges = Live(old_, old_dead_, before), new_edges = Live(new_, new_dead_, now);
      bool any = false;
      for (const BlockEdge& edge : old_edges)
        for (const BlockEdge& other : new_edges)
          if (edge.label == other.label && edge.value == other.value) {
            Meet(edge.target, other.target);
            any = true;
            break;
          }
      // One side only goes on, as behind a lock that the other does not take: it may catch up.
      if (!any && old_edges.size() == 1 && new_edges.size() > 1) Meet(old_edges[0].target, now);
      if (!any && new_edges.size() == 1 && old_edges.size() > 1) Meet(before, new_edges[0].target);
      for (const BlockEdge& edge : old_.blocks[before].edges)
        for (const BlockEdge& other : new_.blocks[now].edges)
          if (old_dead_[edge.target] && new_dead_[other.target] && edge.label == other.label && edge.value == other.value)
            Meet(edge.target, other.target);
    }
    Resync();
    std::vector<BlockPair> out;
    const std::vector<std::uint32_t> dominators = Dominators(new_);
    for (std::uint32_t b = 0; b < match_.size(); ++b) {
      if (match_[b]) out.push_back(*match_[b]);
      else out.push_back({out[dominators[b]].old_block, BlockPair::State::kNew});  // dominators come first
    }
    return out;
  }

 private:
  // Edges to failed checks left out; what is left of a check (that locking succeeded) is no decision.
  static std::vector<BlockEdge> Live(const FunctionFacts& function, const std::vector<bool>& dead, std::uint32_t block) {
    std::vector<BlockEdge> out;
    for (const BlockEdge& edge : function.blocks[block].edges)
      if (dead[block] || !dead[edge.target]) out.push_back(edge);
    if (out.size() == 1) out[0].label = facts::EdgeLabel::kNone, out[0].value = 0;
    return out;
  }

  void Meet(std::uint32_t before, std::uint32_t now) {
    if (!visited_.insert({before, now}).second) return;
    const bool same = old_.blocks[before].hash == new_.blocks[now].hash;
    if (!match_[now] || (same && match_[now]->state == BlockPair::State::kChanged))
      match_[now] = {before, same ? BlockPair::State::kSame : BlockPair::State::kChanged};
    work_.push_back({before, now});
  }

  void Resync() {
    std::vector<bool> used(old_.blocks.size());
    for (const auto& match : match_)
      if (match && match->state == BlockPair::State::kSame) used[match->old_block] = true;
    std::vector<std::uint32_t> old_left, new_left;
    std::vector<std::uint64_t> old_keys, new_keys;
    for (std::uint32_t b = 0; b < old_.blocks.size(); ++b)
      if (!used[b]) old_left.push_back(b), old_keys.push_back(Key(old_.blocks[b]));
    for (std::uint32_t b = 0; b < new_.blocks.size(); ++b)
      if (!match_[b] || match_[b]->state == BlockPair::State::kChanged)
        new_left.push_back(b), new_keys.push_back(Key(new_.blocks[b]));
    const std::vector<std::uint32_t> aligned = Align(old_keys, new_keys);
    for (std::size_t i = 0; i < new_left.size(); ++i)
      if (aligned[i] != kNoMatch) match_[new_left[i]] = {old_left[aligned[i]], BlockPair::State::kSame};
  }

  const FunctionFacts &old_, &new_;
  const std::vector<bool> old_dead_, new_dead_;
  std::vector<std::optional<BlockPair>> match_;
  std::set<std::pair<std::uint32_t, std::uint32_t>> visited_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> work_;
};

}  // namespace

std::vector<BlockPair> PairBlocks(const FunctionFacts& before, const FunctionFacts& now) { return Pairer(before, now).Run(); }

std::vector<std::uint32_t> ChangedBlocks(const FunctionFacts& before, const std::vector<BlockPair>& pairs) {
  std::vector<bool> same(before.blocks.size());
  for (const BlockPair& pair : pairs)
    if (pair.state == BlockPair::State::kSame) same[pair.old_block] = true;
  std::vector<std::uint32_t> out;
  for (std::uint32_t b = 0; b < same.size(); ++b)
    if (!same[b]) out.push_back(b);
  return out;
}

std::vector<std::vector<std::uint32_t>> ControlledBlocks(const FunctionFacts& function) {
  const std::uint32_t n = static_cast<std::uint32_t>(function.blocks.size()), exit = n;
  // Backwards, from a common exit. Edges of exceptions and to failed checks are left out: nearly every call has one, and all
  // that follows would depend on it. What they lead to is controlled.
  const std::vector<bool> dead = DeadEnds(function);
  const auto counts = [&](const BlockEdge& edge) { return edge.label != facts::EdgeLabel::kUnwind && !dead[edge.target]; };
  std::vector<std::vector<std::uint32_t>> successors(n + 1), reverse(n + 1);
  for (std::uint32_t b = 0; b < n; ++b) {
    for (const BlockEdge& edge : function.blocks[b].edges)
      if (counts(edge)) successors[b].push_back(edge.target);
    if (successors[b].empty()) successors[b].push_back(exit);
  }
  for (std::uint32_t b = 0; b < n; ++b)
    for (std::uint32_t s : successors[b]) reverse[s].push_back(b);
  std::vector<std::uint32_t> order;
  const auto walk = [&](std::uint32_t root, std::vector<bool>& seen) {
    std::vector<std::pair<std::uint32_t, std::size_t>> stack{{root, 0}};
    seen[root] = true;
    while (!stack.empty()) {
      auto& [node, next] = stack.back();
      if (next < reverse[node].size()) {
        const std::uint32_t to = reverse[node][next++];
        if (!seen[to]) seen[to] = true, stack.push_back({to, 0});
      } else {
        order.push_back(node);
        stack.pop_back();
      }
    }
  };
  std::vector<bool> seen(n + 1);
  walk(exit, seen);
  // Endless loops never reach the exit: their last blocks are given an edge to it.
  for (std::uint32_t b = n; b-- > 0;)
    if (!seen[b]) {
      successors[b].push_back(exit);
      reverse[exit].push_back(b);
      order.clear();
      seen.assign(n + 1, false);
      walk(exit, seen);
    }
  std::ranges::reverse(order);
  const std::vector<std::uint32_t> post = ImmediateDominators(successors, exit, order);
  std::vector<std::vector<std::uint32_t>> out(n);
  for (std::uint32_t b = 0; b < n; ++b) {
    std::set<std::uint32_t> controlled;
    std::vector<std::uint32_t> work;
    for (const BlockEdge& edge : function.blocks[b].edges)
      if (function.blocks[b].edges.size() > 1 && dead[edge.target]) work.push_back(edge.target);
    while (!work.empty()) {
      const std::uint32_t at = work.back();
      work.pop_back();
      if (!controlled.insert(at).second) continue;
      for (const BlockEdge& edge : function.blocks[at].edges)
        if (edge.label != facts::EdgeLabel::kUnwind && dead[edge.target]) work.push_back(edge.target);
    }
    if (successors[b].size() < 2) {
      out[b].assign(controlled.begin(), controlled.end());
      continue;
    }
    for (std::uint32_t s : successors[b])
      for (std::uint32_t at = s; at != post[b] && at != exit && post[at] != kNoDominator; at = post[at]) {
        controlled.insert(at);
        if (at == post[at]) break;
      }
    out[b].assign(controlled.begin(), controlled.end());
  }
  return out;
}

std::vector<std::uint32_t> WithThrowers(const FunctionFacts& function, std::uint32_t block) {
  const auto catches = [&](std::uint32_t b) {
    return std::ranges::any_of(function.calls,
                               [&](const CallSite& c) { return c.block == b && c.callee == "__cxa_begin_catch"; });
  };
  std::vector<std::uint32_t> out{block};
  std::set<std::uint32_t> seen{block};
  for (std::vector<std::uint32_t> work{block}; !work.empty();) {
    const std::uint32_t to = work.back();
    work.pop_back();
    if (to == 0 || catches(to)) return {block};  // ordinary code, or a handler's
    for (std::uint32_t from = 0; from < function.blocks.size(); ++from)
      for (const BlockEdge& edge : function.blocks[from].edges) {
        if (edge.target != to || !seen.insert(from).second) continue;
        (edge.label == facts::EdgeLabel::kUnwind ? out : work).push_back(from);
      }
  }
  return out;
}

}  // namespace reweave::inline simrt
