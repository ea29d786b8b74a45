#include "analysis/returned_argument.h"

namespace reweave::inline analysis {

using facts::FlowKind;

namespace {

std::uint32_t ReturnedArgument(const FlowProgram& program, std::uint32_t f, const std::vector<std::uint32_t>& known) {
  const FunctionFlows& flows = program.flows[f];
  std::vector<const FlowOp*> made(flows.values + 1);
  for (const FlowOp& op : flows.ops)
    if (op.result != 0) made[op.result] = &op;
  std::uint32_t out = 0;
  for (const FlowOp& op : flows.ops) {
    if (op.kind != FlowKind::kReturn || op.count == 0) continue;
    FlowOperand at = flows.operand(op, 0);
    for (int steps = 0; steps < 16 && at != 0 && !IsRoot(at) && ValueNumber(at) > flows.parameters; ++steps) {
      const FlowOp* from = made[ValueNumber(at)];
      if (from && from->kind == FlowKind::kCopy && from->count == 1) {
        at = flows.operand(*from, 0);
        continue;
      }
      if (!from || from->kind != FlowKind::kCall || from->indirect) return 0;
      const auto callee = program.by_id.find(program.functions()[f].calls[from->site].callee);
      if (callee == program.by_id.end() || callee->second.size() != 1 || known[callee->second[0]] == 0) return 0;
      at = flows.operand(*from, known[callee->second[0]] - 1);
    }
    if (at == 0 || IsRoot(at) || ValueNumber(at) > flows.parameters) return 0;
    if (out != 0 && out != ValueNumber(at)) return 0;
    out = ValueNumber(at);
  }
  return out;
}

}  // namespace

std::vector<std::uint32_t> ReturnedArguments(const FlowProgram& program) {
  std::vector<std::uint32_t> out(program.flows.size(), 0);
  for (bool more = true; more;) {
    more = false;
    for (std::uint32_t f = 0; f < program.flows.size(); ++f) {
      if (out[f] != 0 || !program.functions()[f].system()) continue;
      if (const std::uint32_t found = ReturnedArgument(program, f, out)) out[f] = found, more = true;
    }
  }
  return out;
}

}  // namespace reweave::inline analysis
