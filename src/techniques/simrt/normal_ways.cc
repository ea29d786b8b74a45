#include "techniques/simrt/normal_ways.h"

namespace reweave::inline simrt {

namespace {

enum class Mark : std::uint64_t { kOperation, kJoin, kChoice };

}  // namespace

NormalWays NormalWaysOf(const FunctionFacts& function, const FunctionFlows& flows, const OpShapes& shapes) {
  NormalWays out;
  out.reached.resize(function.blocks.size());
  std::vector<std::vector<const FlowOp*>> ops(function.blocks.size());
  for (const FlowOp& op : flows.ops) ops[op.block].push_back(&op);
  const auto put = [&](Mark mark, std::uint64_t what) {
    out.text.push_back(static_cast<std::uint64_t>(mark));
    out.text.push_back(what);
  };
  std::vector<std::size_t> begin(function.blocks.size());  // place in the text
  std::vector<std::uint32_t> work;
  if (!function.blocks.empty()) work.push_back(0);
  while (!work.empty()) {
    const std::uint32_t b = work.back();
    work.pop_back();
    if (out.reached[b]) {
      put(Mark::kJoin, begin[b]);
      continue;
    }
    out.reached[b] = true;
    begin[b] = out.text.size();
    for (const FlowOp* op : ops[b]) put(Mark::kOperation, shapes.Of(*op));
    std::vector<const BlockEdge*> edges;
    for (const BlockEdge& edge : function.blocks[b].edges)
      if (edge.label != facts::EdgeLabel::kUnwind) edges.push_back(&edge);
    if (edges.size() != 1)
      for (const BlockEdge* edge : edges)
        put(Mark::kChoice, static_cast<std::uint64_t>(edge->label) << 56 ^ static_cast<std::uint64_t>(edge->value));
    for (auto edge = edges.rbegin(); edge != edges.rend(); ++edge) work.push_back((*edge)->target);
  }
  return out;
}

}  // namespace reweave::inline simrt
