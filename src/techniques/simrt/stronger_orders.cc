#include "techniques/simrt/stronger_orders.h"

#include <algorithm>
#include <vector>

namespace reweave::inline simrt {

using facts::FlowKind;

namespace {

// std::memory_order: relaxed consume acquire release acq_rel seq_cst.
bool AtLeast(std::uint8_t now, std::uint8_t before) {
  constexpr std::uint8_t kAcquire = 2, kRelease = 3;
  if (now == before || before == 0) return true;
  return before <= kAcquire ? now > before && now != kRelease : now > before;
}

std::vector<const FlowOp*> OpsOf(const FunctionFlows& flows, std::uint32_t block) {
  std::vector<const FlowOp*> out;
  for (const FlowOp& op : flows.ops)
    if (op.block == block && op.site != kNoSite) out.push_back(&op);
  return out;
}

bool SameStep(const FunctionFacts& before, const FlowOp& was, const FunctionFacts& now, const FlowOp& is) {
  if (was.kind != is.kind) return false;
  if (was.kind == FlowKind::kCall) return before.calls[was.site].callee == now.calls[is.site].callee;
  const AccessSite &a = before.accesses[was.site], &b = now.accesses[is.site];
  return a.kind == b.kind && a.variable.name == b.variable.name && a.size == b.size && AtLeast(b.order, a.order) &&
         AtLeast(b.failure_order, a.failure_order);
}

}  // namespace

bool OnlyStronger(const FunctionFacts& before, const FunctionFlows& old_flows, std::uint32_t access, const FunctionFacts& now,
                  const FunctionFlows& flows) {
  // With as many blocks as before and the same edges, a block has the number that it had.
  const std::uint32_t block = before.accesses[access].block;
  const auto same_edges = [](const auto& a, const auto& b) {
    return std::ranges::equal(a.edges, b.edges, {}, &BlockEdge::target, &BlockEdge::target);
  };
  if (before.accesses[access].kind == facts::AccessKind::kFence || !std::ranges::equal(before.blocks, now.blocks, same_edges))
    return false;
  const std::vector<const FlowOp*> was = OpsOf(old_flows, block), is = OpsOf(flows, block);
  return std::ranges::equal(was, is, [&](const FlowOp* a, const FlowOp* b) { return SameStep(before, *a, now, *b); });
}

}  // namespace reweave::inline simrt
