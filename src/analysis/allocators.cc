#include "analysis/allocators.h"

#include <algorithm>

#include "analysis/external_calls.h"

namespace reweave::inline analysis {

using facts::FlowKind;
using facts::FlowRoot;

namespace {

constexpr std::size_t kMostOps = 200;     // of one that allocates itself
constexpr std::size_t kMostForwarding = 24;  // of one that only calls through a pointer

// What one function returns.
class Returned {
 public:
  Returned(const FlowProgram& program, std::uint32_t f, const std::vector<bool>& known)
      : program_(program), function_(program.functions()[f]), flows_(program.flows[f]), known_(known), made_(flows_.values + 1) {
    for (const FlowOp& op : flows_.ops)
      if (op.result != 0) made_[op.result] = &op;
  }

  bool IsAllocated() {
    for (const FlowOp& op : flows_.ops)
      if (op.kind == FlowKind::kReturn && !op.plain && op.count > 0) work_.push_back(flows_.operand(op, 0));
    while (!work_.empty()) {
      const FlowOperand at = work_.back();
      work_.pop_back();
      if (std::ranges::find(seen_, at) != seen_.end()) continue;
      seen_.push_back(at);
      if (!Follow(at)) return false;
    }
    return allocated_ || (forwarded_ && flows_.ops.size() <= kMostForwarding);
  }

 private:
  // False if it is something else than fresh memory.
  bool Follow(FlowOperand at) {
    if (at == 0) return true;  // null
    if (IsRoot(at)) {
      const FlowRootFacts& root = function_.flows.roots[RootNumber(at)];
      return root.kind == FlowRoot::kConstant && root.name.empty();
    }
    const FlowOp* op = made_[ValueNumber(at)];
    if (op == nullptr || op->plain) return false;
    if (op->kind == FlowKind::kCopy) {
      for (std::uint32_t i = 0; i < op->count; ++i) work_.push_back(flows_.operand(*op, i));
      return true;
    }
    if (op->kind == FlowKind::kOffset) {  // behind a header
      work_.push_back(flows_.operand(*op, 0));
      return true;
    }
    if (op->kind != FlowKind::kCall) return false;
    if (op->indirect) return forwarded_ = true;
    const CallSite& call = function_.calls[op->site];
    const auto callee = program_.by_id.find(call.callee);
    const bool fresh = callee == program_.by_id.end() ? ModelOf(call).allocates
                                                      : std::ranges::all_of(callee->second, [&](auto to) { return known_[to]; });
    allocated_ |= fresh;
    return fresh;
  }

  const FlowProgram& program_;
  const FunctionFacts& function_;
  const FunctionFlows& flows_;
  const std::vector<bool>& known_;
  std::vector<const FlowOp*> made_;
  std::vector<FlowOperand> work_, seen_;
  bool allocated_ = false, forwarded_ = false;
};

}  // namespace

std::vector<bool> Allocators(const FlowProgram& program) {
  std::vector<bool> out(program.flows.size());
  for (bool more = true; more;) {
    more = false;
    for (std::uint32_t f = 0; f < program.flows.size(); ++f) {
      if (out[f] || program.functions()[f].system() || program.flows[f].ops.size() > kMostOps) continue;
      if (Returned(program, f, out).IsAllocated()) out[f] = more = true;
    }
  }
  return out;
}

}  // namespace reweave::inline analysis
