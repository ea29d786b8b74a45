#include "techniques/simrt/op_shapes.h"

#include "facts/named_text.h"

namespace reweave::inline simrt {

using facts::FlowKind;

std::uint64_t OpShapes::Of(const FlowOp& op) const {
  if (op.kind == FlowKind::kMove) return 0x10000u;
  facts::TextHash hash;
  hash.Add(NamesIn(op));
  return (hash.Word() & ~std::uint64_t{0x1ffff}) | op.shape;
}

std::string OpShapes::NamesIn(const FlowOp& op) const {
  std::string out;
  if (op.kind == FlowKind::kCall) {
    const CallSite& call = function_.calls[op.site];
    out = call.kind == facts::CalleeKind::kDirect ? Compared(call.callee) : call.callee;
  } else if (op.site != kNoSite &&
             (op.kind == FlowKind::kLoad || op.kind == FlowKind::kStore || op.kind == FlowKind::kExchange)) {
    // Not what only a pointer's name says: it may be that of a variable of the function.
    const Variable& variable = function_.accesses[op.site].variable;
    if (!variable.field.empty()) out = variable.record + "::" + variable.field;
  }
  for (std::uint32_t k = 0; k < op.count; ++k) {
    const FlowOperand operand = flows_.operand(op, k);
    if (!IsRoot(operand)) continue;
    const FlowRootFacts& root = function_.flows.roots[RootNumber(operand)];
    if (root.kind == facts::FlowRoot::kFunction) out += " " + Compared(root.name);
    // The shape has the content of constants without a name.
    else if (root.kind != facts::FlowRoot::kLocal && !root.name.starts_with("private:")) out += " " + Renames::OfOld(root.name);
  }
  return out;
}

}  // namespace reweave::inline simrt
