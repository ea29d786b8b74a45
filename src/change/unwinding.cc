#include "change/unwinding.h"

namespace reweave::inline change {

std::vector<bool> UnwindingBlocks(const FunctionFacts& function) {
  enum Way : unsigned char { kNever, kUnwinding, kNormal };
  std::vector<Way> ways(function.blocks.size(), kNever);
  std::vector<bool> catches(function.blocks.size()), out(function.blocks.size());
  for (const CallSite& call : function.calls)
    if (call.callee == "__cxa_begin_catch") catches[call.block] = true;
  if (!ways.empty()) ways[0] = kNormal;
  for (std::size_t b = 0; b < ways.size(); ++b) {  // reverse post-order: ways back say nothing new
    out[b] = ways[b] == kUnwinding && !catches[b];
    for (const BlockEdge& edge : function.blocks[b].edges) {
      const Way way = out[b] || edge.label == facts::EdgeLabel::kUnwind ? kUnwinding : kNormal;
      if (ways[edge.target] != kNormal) ways[edge.target] = way;
    }
  }
  return out;
}

}  // namespace reweave::inline change
