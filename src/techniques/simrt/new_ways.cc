#include "techniques/simrt/new_ways.h"

#include "facts/dominators.h"

namespace reweave::inline simrt {

namespace {

// Blocks that each block leads to without an exception and without beginning a loop again, itself included.
class Forward {
 public:
  explicit Forward(const FunctionFacts& function) : function_(function), dominators_(Dominators(function)) {}

  bool IsForward(std::uint32_t from, const BlockEdge& edge) const {
    if (edge.label == facts::EdgeLabel::kUnwind) return false;
    for (std::uint32_t at = from;; at = dominators_[at]) {
      if (at == edge.target) return false;  // the head of a loop
      if (at == 0) return true;
    }
  }
  const std::vector<bool>& From(std::uint32_t block) {
    if (reached_.empty()) reached_.resize(function_.blocks.size());
    std::vector<bool>& out = reached_[block];
    if (!out.empty()) return out;
    out.assign(function_.blocks.size(), false);
    for (std::vector<std::uint32_t> work{block}; !work.empty();) {
      const std::uint32_t at = work.back();
      work.pop_back();
      if (out[at]) continue;
      out[at] = true;
      for (const BlockEdge& edge : function_.blocks[at].edges)
        if (IsForward(at, edge)) work.push_back(edge.target);
    }
    return out;
  }

 private:
  const FunctionFacts& function_;
  std::vector<std::uint32_t> dominators_;
  std::vector<std::vector<bool>> reached_;
};

}  // namespace

std::vector<NewWay> NewWays(const FunctionFacts& before, const FunctionFacts& now, const std::vector<BlockPair>& pairs) {
  std::vector<NewWay> out;
  if (before.blocks.empty() || pairs.size() != now.blocks.size()) return out;
  Forward old_ways(before), new_ways(now);
  for (std::uint32_t from = 0; from < now.blocks.size(); ++from) {
    // A new branch is a change of its own, and says what it decides.
    if (pairs[from].state == BlockPair::State::kNew) continue;
    for (const BlockEdge& edge : now.blocks[from].edges) {
      if (!new_ways.IsForward(from, edge) || old_ways.From(pairs[from].old_block)[pairs[edge.target].old_block]) continue;
      const std::vector<bool>& reached = new_ways.From(edge.target);
      for (std::uint32_t to = 0; to < now.blocks.size(); ++to)
        if (reached[to] && pairs[to].state != BlockPair::State::kNew &&
            !old_ways.From(pairs[from].old_block)[pairs[to].old_block])
          out.push_back({from, to});
    }
  }
  return out;
}

}  // namespace reweave::inline simrt
